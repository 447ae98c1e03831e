import type { Evidence, Reading } from '@sonde/contract';
import type { EvidenceSource } from '@sonde/contract/evidence/json-lines';
import { evidenceLines } from '@sonde/contract/evidence/json-lines';
import { evidenceCapture } from '@sonde/contract/evidence/pcapng/capture';
import type { Receipt } from '../../../browser/api/receipts.ts';
import { saveFile } from '../../../browser/page/save-file.ts';

const types = { jsonl: 'application/x-ndjson', pcapng: 'application/x-pcapng' } as const;

/** Saves the evidence as a file, named by tool and time. */
export function saveEvidence(
  format: keyof typeof types,
  { tool, key }: Pick<Receipt, 'tool' | 'key'>,
  evidence: Reading<typeof Evidence>,
): void {
  // The reader has validated the parts of it that the files need.
  const read = evidence as Evidence;
  const source: EvidenceSource = { call: key, server: location.host };
  const content = format === 'jsonl' ? evidenceLines(read, source) : evidenceCapture(read, source);
  const time = read.startedAt.slice(0, 19).replaceAll(/\D/g, '');
  saveFile(`${tool}-${time}.${format}`, types[format], content);
}
