import { timingOf } from '@sonde/contract/timing/timing';
import { timingLines } from '@sonde/contract/timing/timing-lines';
import { type RunContext, recording, recordingLimits, timesOnly } from '@sonde/probes';
import { writeEvidence } from './evidence-file.ts';

type Engines = Pick<RunContext, 'net' | 'data' | 'limits'>;

/** What to record of a lookup. */
export interface RecordWishes {
  /** The file for what is sent and received; null if none was given. */
  readonly evidence: string | null;
  /** Whether to report where the time went. */
  readonly timing: boolean;
}

/**
 * Runs `work` and records it. Writes the evidence to its file, and passes lines about where the time went to `tell`,
 * whether or not it succeeded.
 * @throws EvidenceNotWritten with a text for the caller if the file cannot be written.
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
      // There is no queue here, and the answer is printed in many formats.
      const told = timingOf({ queuedMs: null, measuredMs, writtenMs: null, evidence });
      for (const line of timingLines(told)) tell(line);
    }
    if (file !== null) await writeEvidence(file, command, evidence);
  }
}
