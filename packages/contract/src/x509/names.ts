import { childrenOf, type Der, expectTag, objectIdentifier, sequenceOf, tags } from './der.ts';
import { attributeNames } from './object-names.ts';
import { textOf } from './text.ts';
import { X509FormatError } from './x509-format-error.ts';

/** A distinguished name. */
export interface DistinguishedName {
  /** DER; issuers copy their subject octet for octet (RFC 5280 section 4.1.2.4). */
  readonly der: Uint8Array;
  /** As in RFC 4514: the last RDN first. */
  readonly text: string;
  /** In encoded order, most specific last. */
  readonly commonNames: readonly string[];
}

const COMMON_NAME = '2.5.4.3';
const MAX_PARTS = 256;
/** Hex instead of a string (RFC 4514 section 2.4). */
const STRING_TAGS: readonly number[] = [0x0c, 0x12, 0x13, 0x14, 0x16, 0x1a, 0x1c, 0x1e];

/** @throws X509FormatError */
export function distinguishedName(value: Der | undefined): DistinguishedName {
  const sets = sequenceOf(value);
  const parts = sets.map((set) => childrenOf(expectTag(set, tags.set)).map(attributeOf));
  if (parts.flat().length > MAX_PARTS) throw new X509FormatError(`a name of more than ${MAX_PARTS} parts`);
  return {
    der: value?.whole ?? new Uint8Array(),
    // RFC 4514 section 2.1
    text: parts
      .toReversed()
      .map((attributes) => attributes.map(({ shown }) => shown).join('+'))
      .join(','),
    commonNames: parts.flat().flatMap(({ type, text }) => (type === COMMON_NAME ? [text] : [])),
  };
}

function attributeOf(value: Der): { type: string; text: string; shown: string } {
  const [typeValue, content] = sequenceOf(value);
  const type = objectIdentifier(typeValue);
  if (content === undefined) throw new X509FormatError('an attribute without a value');
  const name = attributeNames[type];
  const text = textOf(content);
  const isReadable = name !== undefined && STRING_TAGS.includes(content.tag);
  return { type, text, shown: `${name ?? type}=${isReadable ? escaped(text) : `#${hex(content.whole)}`}` };
}

/** Escapes a value (RFC 4514 section 2.4), including control characters. */
function escaped(text: string): string {
  return text
    .replace(/["+,;<>\\]/g, (character) => `\\${character}`)
    .replace(/^[ #]/, (character) => `\\${character}`)
    .replace(/ $/, '\\ ')
    .replace(/[\u0000-\u001f\u007f]/g, (character) => `\\${hex([character.charCodeAt(0)]).toUpperCase()}`);
}

export function hex(bytes: Iterable<number>): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
}
