import type { Evidence } from './evidence.ts';

/** Of which lookup the evidence is, as its reader should know it. */
export interface EvidenceSource {
  /** Path and query of the call, or the words of the command. */
  readonly call: string;
  /** The name of the server or program. */
  readonly server: string;
}

/**
 * The evidence as JSON lines: the first says what was measured and when, each further one is an exchange. Octets are in
 * base64, times in microseconds after the beginning.
 */
export function evidenceLines({ exchanges, ...rest }: Evidence, source: EvidenceSource): string {
  const lines = [
    { kind: 'measurement', ...source, ...rest },
    ...exchanges.map((one) => ({ kind: 'exchange', ...one })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
