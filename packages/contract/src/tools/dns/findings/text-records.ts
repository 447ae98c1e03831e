import { quotedStrings } from '../../../dns/quoted-strings.ts';

/** The strings of a TXT record, joined as SPF and DMARC read them (RFC 7208 section 3.3). */
export function joinedText(field: string): string {
  return quotedStrings(field).join('');
}
