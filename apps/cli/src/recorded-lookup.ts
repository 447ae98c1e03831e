import { timingOf } from '@sonde/contract/timing/timing';
import { timingLines } from '@sonde/contract/timing/timing-lines';
import { type RunContext, recording, recordingLimits, timesOnly } from '@sonde/probes';
import { writeEvidence } from './evidence-file.ts';

type Engines = Pick<RunContext, 'net' | 'data' | 'limits'>;

/** What is wanted of a lookup beside its answer. */
export interface RecordWishes {
  /** The file for what is sent and received; null where none was named. */
  readonly evidence: string | null;
  /** Where the time went is to be told. */
  readonly timing: boolean;
}

/**
 * Runs `work` and records it; writes the evidence to its file, and gives lines on where the time went to `tell`, whatever
 * the end.
 * @throws EvidenceNotWritten with a text for the caller when the file cannot be written.
 */
export async function recordedLookup<T>(
  { evidence: file, timing }: RecordWishes,
  { command, engines, tell }: { readonly command: string; readonly engines: Engines; tell(line: string): void },
  work: (engines: Engines) => Promise<T>,
): Promise<T> {
  const { net, finish } = recording(engines.net, file === null ? timesOnly : recordingLimits);
  const startMs = performance.now();
  try {
    return await work({ ...engines, net });
  } finally {
    const measuredMs = performance.now() - startMs;
    const evidence = finish();
    if (timing) {
      // Nothing waits for a slot here, and the answer is printed in many forms.
      const told = timingOf({ queuedMs: null, measuredMs, writtenMs: null, evidence });
      for (const line of timingLines(told)) tell(line);
    }
    if (file !== null) await writeEvidence(file, command, evidence);
  }
}
