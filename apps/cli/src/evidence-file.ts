import { writeFile } from 'node:fs/promises';
import { evidenceLines } from '@sonde/contract/evidence/json-lines';
import { evidenceCapture } from '@sonde/contract/evidence/pcapng/capture';
import { type RunContext, recording } from '@sonde/probes';
import { printable } from './print/printable.ts';

type Engines = Pick<RunContext, 'net' | 'data' | 'limits'>;

/**
 * Runs `work` and writes what it sent and received to a file, whatever the end.
 * @throws Error with a text for the caller when the file cannot be written.
 */
export async function withEvidenceFile<T>(
  file: string,
  command: string,
  engines: Engines,
  work: (engines: Engines) => Promise<T>,
): Promise<T> {
  const { net, finish } = recording(engines.net);
  try {
    return await work({ ...engines, net });
  } finally {
    const [evidence, source] = [finish(), { call: command, server: 'the sonde command' }];
    const content = file.endsWith('.pcapng') ? evidenceCapture(evidence, source) : evidenceLines(evidence, source);
    await writeFile(file, content).catch((cause: NodeJS.ErrnoException) => {
      throw new EvidenceNotWritten(`${printable(file)} cannot be written: ${cause.code ?? cause.message}`, { cause });
    });
  }
}

export class EvidenceNotWritten extends Error {
  override readonly name = 'EvidenceNotWritten';
}
