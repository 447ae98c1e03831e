import { writeFile } from 'node:fs/promises';
import type { Evidence } from '@sonde/contract';
import { evidenceLines } from '@sonde/contract/evidence/json-lines';
import { evidenceCapture } from '@sonde/contract/evidence/pcapng/capture';
import { printable } from './print/printable.ts';

/**
 * Writes what a lookup sent and received to a file.
 * @throws EvidenceNotWritten with a text for the caller if the file cannot be written.
 */
export async function writeEvidence(file: string, command: string, evidence: Evidence): Promise<void> {
  const source = { call: command, server: 'the sonde command' };
  const content = file.endsWith('.pcapng') ? evidenceCapture(evidence, source) : evidenceLines(evidence, source);
  await writeFile(file, content).catch((cause: NodeJS.ErrnoException) => {
    throw new EvidenceNotWritten(`${printable(file)} cannot be written: ${cause.code ?? cause.message}`, { cause });
  });
}

export class EvidenceNotWritten extends Error {
  override readonly name = 'EvidenceNotWritten';
}
