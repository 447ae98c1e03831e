import { toHex } from './base-encodings.ts';
import { DnsFormatError } from './dns-format-error.ts';
import { formOf } from './rdata/forms.ts';
import { octetsLeft, type Reader, readRest } from './reader.ts';

// The mnemonics have a file of their own because RDATA holds type numbers too; for callers they belong to the types.
export { typeMnemonic, typeNumber } from './type-names.ts';

const genericTitles = ['RDATA'];

/** Column headings for `ResourceRecord.fields` of a type, one per field, in zone-file order. */
export function titlesOf(type: number): readonly string[] {
  return formOf(type)?.titles ?? genericTitles;
}

/**
 * The fields of a record as zone files write them: those which are not empty, joined by spaces, are what `dig +nosplit`
 * prints, but for the final dots of names. There are always as many as `titlesOf(type)` has titles; absent ones are
 * empty. Types and variants without a form of their own have the generic form of RFC 3597 section 5 in the first field.
 * @throws DnsFormatError when the RDATA does not fit its type to the last octet.
 */
export function rdataFields(type: number, rdata: Reader): readonly string[] {
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
