import { toHex } from './base-encodings.ts';
import { DnsFormatError } from './dns-format-error.ts';
import { formOf } from './rdata/forms.ts';
import { type MessageReader, octetsLeft, readRest } from './reader.ts';

// The mnemonics are in a separate file because RDATA contains type numbers, too; callers import them from here.
export { typeMnemonic, typeNumber } from './type-names.ts';

const genericTitles = ['RDATA'];

/** Column headings for `ResourceRecord.fields` of a type, one per field, in zone-file order. */
export function titlesOf(type: number): readonly string[] {
  return formOf(type)?.titles ?? genericTitles;
}

/**
 * The fields of a record in zone file format: the non-empty ones, joined by spaces, are what `dig +nosplit` prints, except
 * for the final dots of names. There are always as many as titles in `titlesOf(type)`; absent ones are empty. Unknown
 * types and variants have the generic form of RFC 3597 section 5 in the first field.
 * @throws DnsFormatError if the RDATA does not match its type exactly.
 */
export function rdataFields(type: number, rdata: MessageReader): readonly string[] {
  const start = rdata.offset;
  const form = formOf(type);
  const fields = form?.decode(rdata) ?? null;
  if (fields === null) {
    rdata.offset = start;
    const generic = genericText(readRest(rdata));
    return titlesOf(type).map((_, index) => (index === 0 ? generic : ''));
  }
  if (octetsLeft(rdata) > 0) throw new DnsFormatError('RDATA that is longer than its fields');
  return fields;
}

function genericText(octets: Uint8Array): string {
  return octets.length === 0 ? '\\# 0' : `\\# ${octets.length} ${toHex(octets)}`;
}
