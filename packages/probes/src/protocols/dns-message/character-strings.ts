import { quotedStrings, unescaped } from '@sonde/contract/dns/quoted-strings';

/** The character strings of a TXT record from its presentation form. A text that is not in that form is one string. */
export function characterStrings(field: string): string[] {
  const strings = quotedStrings(field);
  return strings.length > 0 ? strings : [unescaped(field)];
}
