import { parseIpv6, toIpv6 } from './ipv6.ts';
import { inPairs, toMacAddress } from './mac-address.ts';

/** The target read from a text, or why it cannot be read: a sentence to show below the field. */
export type MacQuery = { readonly target: string } | { readonly problem: string };

const MISSING = 'Please enter a MAC address';

/** Words printed before addresses by iproute2, ifconfig and ipconfig, and on device labels. */
const LABEL = /^(?:link\/ether|ether|lladdr|hwaddr|hw ?address|mac(?: ?address)?|physical address)[\s.:=]*(?=[\da-f])/;
/** Zero-width characters and soft hyphens, which come with text copied from web pages. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** Between hex digits, as in names of files and devices. */
const UNDERSCORES = /(?<=^[\da-f_]*)_(?=[\da-f_]*(?:\/\d+)?$)/g;
const HYPHENS = /[\u2010-\u2015\u2212]/g;

/**
 * Reads a MAC address (EUI-48 or EUI-64), the beginning of one that is 24, 28 or 36 bits long, or an IPv6 address made from
 * one (RFC 4291, appendix A), in the spellings that people paste. Canonical forms are `00:1b:63:84:45:e6`,
 * `00:1b:63:ff:fe:84:45:e6`, `70:b3:d5:f2:f/36`, and IPv6 as in RFC 5952.
 */
export function readMacQuery(text: string): MacQuery {
  const cleaned = text.normalize('NFKC').replace(INVISIBLE, '').replace(HYPHENS, '-').trim().toLowerCase();
  if (cleaned === '') return { problem: MISSING };
  const bare = withoutQuotes(cleaned)
    .replace(LABEL, '')
    .replace(UNDERSCORES, '-')
    .replace(/^0x(?=[\da-f]+$)/, '');
  const address = toMacAddress(bare) ?? readAddress(bare);
  if (address !== null) return { target: address };
  const prefix = readPrefix(bare);
  if (prefix !== null) return { target: prefix };
  const ipv6 = toIpv6(bare.replace(/%[\w.-]+$/, '').replace(/\/\d{1,3}$/, ''));
  if (ipv6 !== null) {
    return macOfIpv6(ipv6) === null ? { problem: 'This IPv6 address holds no MAC address' } : { target: ipv6 };
  }
  return { problem: whatIsWrong(bare) };
}

/** In quotes or brackets, as in JSON, logs and e-mails. */
function withoutQuotes(text: string): string {
  const inside = /^(?:"(.*)"|'(.*)'|\[(.*)\]|\((.*)\)|<(.*)>)$/
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined);
  return inside === undefined ? text : inside.trim();
}

/** `readMacQuery` without the reason; null if the text cannot be read. */
export function toMacQuery(text: string): string | null {
  const query = readMacQuery(text);
  return 'target' in query ? query.target : null;
}

/**
 * The EUI-48 in the last 64 bits of an IPv6 address in canonical form: `ff:fe` in the middle, one bit inverted. Null if
 * there is none.
 */
export function macOfIpv6(ipv6: string): string | null {
  const id = interfaceId(ipv6);
  if (id.slice(6, 10) !== 'fffe') return null;
  const first = (Number.parseInt(id.slice(0, 2), 16) ^ 2).toString(16).padStart(2, '0');
  return inPairs(`${first}${id.slice(2, 6)}${id.slice(10)}`);
}

/** The last 64 bits of an IPv6 address, as 16 hex digits. */
function interfaceId(ipv6: string): string {
  const groups = parseIpv6(ipv6)?.slice(4) ?? [];
  return groups.map((group) => group.toString(16).padStart(4, '0')).join('');
}

/** Spellings with spaces, with dots between pairs, and with colons or hyphens between groups of four. */
function readAddress(text: string): string | null {
  const isGrouped =
    /^[\da-f]{2}(?:([ .])[\da-f]{2})(?:\1[\da-f]{2}){4}(?:(?:\1[\da-f]{2}){2})?$/.test(text) ||
    /^[\da-f]{4}(?:([: -])[\da-f]{4})\1[\da-f]{4}$/.test(text) ||
    /^[\da-f]{6}[: ][\da-f]{6}$/.test(text) ||
    /^[\da-f]{4}(?:-[\da-f]{4}){3}$/.test(text);
  return isGrouped ? inPairs(text.replace(/[^\da-f]/g, '')) : null;
}

const PREFIX_BITS: readonly number[] = [24, 28, 36];

/** The beginning of an address: pairs with one digit at the end, digits alone, or anything with its length in bits. */
function readPrefix(text: string): string | null {
  const [written = '', length, ...more] = text.split('/');
  const isShaped =
    /^[\da-f]{2}(?:([:. -])[\da-f]{2})(?:\1[\da-f]{2})*(?:\1[\da-f])?$/.test(written) ||
    /^[\da-f]{4}\.[\da-f]{2,4}(?:\.[\da-f]{1,4})?$/.test(written) ||
    /^[\da-f]{6,12}$/.test(written);
  if (!isShaped || more.length > 0) return null;
  const digits = written.replace(/[^\da-f]/g, '');
  const bits = length === undefined ? digits.length * 4 : Number(length);
  if (!PREFIX_BITS.includes(bits) || digits.length * 4 < bits) return null;
  return `${inPairs(digits.slice(0, bits / 4))}/${bits}`;
}

function whatIsWrong(text: string): string {
  if (/[^\da-f:. /-]/.test(text)) return 'A MAC address has the digits 0 to 9 and a to f only';
  const separators = new Set(text.replace(/[\da-f/]/g, ''));
  if (separators.size > 1) return 'This mixes separators: please use one kind, as in 00:1b:63:84:45:e6';
  const count = text.replace(/[^\da-f]/g, '').length;
  return `This has ${count} hex digits: a MAC address has 12, or 16; a prefix has 6, 7 or 9`;
}

/** The words of a name in lower case, without accents and punctuation; null for fewer than two letters or digits. */
export function readVendorName(text: string): string | null {
  const words = nameWords(text);
  return words.length < 2 || words.length > MAX_NAME ? null : words;
}

const MAX_NAME = 100;
const ASCII = /^[ -~]*$/;

/** A name as the search compares it: `Cisco Systems, Inc` as `cisco systems inc`. */
export function nameWords(name: string): string {
  // Fast path: there are thirty thousand names in the registries, nearly all ASCII.
  if (ASCII.test(name))
    return name
      .toLowerCase()
      .replace(/[^a-z\d]+/g, ' ')
      .trim();
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Colons and slashes occur in addresses, dots without spaces in host names and addresses. */
const NO_NAME = /[:/]|^[\w-]+(?:\.[\w-]+)+$/;

/** The words of a vendor's name typed into an address field; null for a text that cannot be a name. */
export function readVendor(text: string): string | null {
  const digits = text.replace(/\D/g, '').length;
  return NO_NAME.test(text.trim()) || digits * 2 > text.length ? null : readVendorName(text);
}
