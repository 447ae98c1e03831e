import { type Der, tags } from './der.ts';
import { X509FormatError } from './x509-format-error.ts';

/** The WHATWG global of browsers and Node. This package loads the ambient types of neither. */
declare const TextDecoder: new (
  label: string,
  options: { readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const tagOf = { teletex: 0x14, bmp: 0x1e, universal: 0x1c } as const;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes any of the character string types (X.680 section 41). Invalid octets become U+FFFD. */
export function textOf({ tag, content }: Der): string {
  if (tag === tagOf.bmp) return decode(content, 2);
  if (tag === tagOf.universal) return decode(content, 4);
  // In practice T.61 strings contain Latin-1.
  return tag === tagOf.teletex ? latin1(content) : utf8.decode(content);
}

/** One character per octet: IA5 strings should be ASCII, but are not always. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const octet of bytes) text += String.fromCharCode(octet);
  return text;
}

function decode(bytes: Uint8Array, size: 2 | 4): string {
  let text = '';
  for (let offset = 0; offset + size <= bytes.length; offset += size) {
    const code = bytes.subarray(offset, offset + size).reduce((sum, octet) => sum * 256 + octet, 0);
    text += size === 2 ? String.fromCharCode(code) : String.fromCodePoint(code > 0x10_ffff ? 0xfffd : code);
  }
  return text;
}

/**
 * Decodes a UTCTime or GeneralizedTime (RFC 5280 section 4.1.2.5); null for an invalid date.
 * @throws X509FormatError for a value of another type.
 */
export function timeOf(value: Der | undefined): Date | null {
  if (value?.tag !== tags.utcTime && value?.tag !== tags.generalizedTime) throw new X509FormatError('no time');
  const text = latin1(value.content);
  const pattern =
    value.tag === tags.utcTime
      ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/
      : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:\.\d+)?Z$/;
  const [, year = '', month, day, hour, minute, second = '00'] = pattern.exec(text) ?? [];
  const fullYear = year.length === 2 ? `${Number(year) >= 50 ? '19' : '20'}${year}` : year;
  const iso = `${fullYear}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const date = new Date(iso);
  // `Date` would turn 31 February into 3 March.
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso ? date : null;
}
