import { contextTag, type Der, objectIdentifier, readDer, sequenceOf } from './der.ts';
import { distinguishedName, hex } from './names.ts';
import { latin1, textOf } from './text.ts';
import { X509FormatError } from './x509-format-error.ts';

/** A GeneralName (RFC 5280 section 4.2.1.6). */
export interface GeneralName {
  readonly kind: 'dns' | 'ip' | 'email' | 'uri' | 'directory' | 'registered' | 'other';
  /** Text for display, without a type prefix. */
  readonly text: string;
  /** The encoded value: four or sixteen octets for an address, twice as many in a constraint. */
  readonly bytes: Uint8Array;
}

const primitive = (number: number) => contextTag(number, { isConstructed: false });
const tagged = {
  other: contextTag(0),
  email: primitive(1),
  dns: primitive(2),
  directory: contextTag(4),
  uri: primitive(6),
  ip: primitive(7),
  registered: primitive(8),
} as const;

/** @throws X509FormatError */
export function generalName(value: Der): GeneralName {
  const { tag, content: bytes } = value;
  if (tag === tagged.dns) return { kind: 'dns', text: latin1(bytes), bytes };
  if (tag === tagged.email) return { kind: 'email', text: latin1(bytes), bytes };
  if (tag === tagged.uri) return { kind: 'uri', text: latin1(bytes), bytes };
  if (tag === tagged.ip) return { kind: 'ip', text: addressText(bytes), bytes };
  if (tag === tagged.directory) return { kind: 'directory', text: distinguishedName(readDer(bytes)).text, bytes };
  if (tag === tagged.registered) return { kind: 'registered', text: identifierText(bytes), bytes };
  return { kind: 'other', text: tag === tagged.other ? otherText(value) : hex(bytes), bytes };
}

/** An address, or an address and its mask in a constraint. */
function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length === 16) return ipv6Text(bytes);
  if (bytes.length === 8) return `${bytes.subarray(0, 4).join('.')}/${bytes.subarray(4).join('.')}`;
  if (bytes.length === 32) return `${ipv6Text(bytes.subarray(0, 16))}/${ipv6Text(bytes.subarray(16))}`;
  return hex(bytes);
}

/** IPv6 text representation (RFC 5952 section 4). */
function ipv6Text(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((bytes[2 * index] ?? 0) * 256 + (bytes[2 * index + 1] ?? 0)).toString(16),
  );
  const longest = groups
    .join(':')
    .match(/\b0(?::0)+\b/g)
    ?.reduce((best, run) => (run.length > best.length ? run : best), '');
  if (!longest) return groups.join(':');
  const text = groups.join(':');
  const at = new RegExp(`(^|:)${longest}(:|$)`).exec(text);
  return at === null ? text : `${text.slice(0, at.index)}::${text.slice(at.index + at[0].length)}`;
}

function identifierText(bytes: Uint8Array): string {
  return objectIdentifier({ tag: 6, content: bytes, whole: bytes });
}

/** An otherName, such as a Windows user name: its type, and its text if it has one. */
function otherText(value: Der): string {
  const [type, wrapped] = [readDer(value.content), value.content];
  const rest = wrapped.subarray(type.whole.length);
  if (rest.length === 0) throw new X509FormatError('another name without a value');
  return `${objectIdentifier(type)}:${textOf(readDer(readDer(rest).content))}`;
}

/** @throws X509FormatError */
export function generalNames(value: Der | undefined): GeneralName[] {
  return sequenceOf(value).map(generalName);
}
