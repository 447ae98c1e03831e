import type { Evidence } from './evidence.ts';

/** The lookup that the evidence belongs to, for the reader of the file. */
export interface EvidenceSource {
  /** Path and query of the call, or the command line. */
  readonly call: string;
  /** The name of the server or program. */
  readonly server: string;
}

/**
 * The evidence as JSON lines: the first says what was measured and when, every other line is an exchange. Octets are in
 * base64, times in microseconds after the start.
 */
export function evidenceLines({ exchanges, ...rest }: Evidence, source: EvidenceSource): string {
  const lines = [
    { kind: 'measurement', ...source, ...rest },
    ...exchanges.map((one) => ({ kind: 'exchange', ...one })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
