import { recordTypeName, recordTypeNumber, type recordTypeNumbers } from '@sonde/contract/dns/record-types';
import { DnsFormatError } from './dns-format-error.ts';

export type Mnemonic = keyof typeof recordTypeNumbers;

/**
 * The number of a type by its mnemonic (`MX`, `TYPE65280`), in any case.
 * @throws DnsFormatError if there is no such type.
 */
export function typeNumber(mnemonic: string): number {
  const number = recordTypeNumber(mnemonic);
  if (number === null) throw new DnsFormatError('no such record type');
  return number;
}

/** The mnemonic of a type; `TYPE12345` if it has none (RFC 3597 section 5). */
export const typeMnemonic = recordTypeName;
