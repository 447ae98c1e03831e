import {
  bitStringOf,
  childrenOf,
  contextTag,
  type Der,
  expectTag,
  objectIdentifier,
  readOnly,
  sequenceOf,
  smallInteger,
  tags,
} from './der.ts';
import { type GeneralName, generalName, generalNames } from './general-names.ts';
import { hex } from './names.ts';
import { keyUsageBits, purposes } from './object-names.ts';
import { type SignedCertificateTimestamp, timestampList } from './scts.ts';
import { latin1 } from './text.ts';
import { X509FormatError } from './x509-format-error.ts';

/** The extensions of a certificate; null for those that are absent. */
export interface Extensions {
  readonly alternativeNames: readonly GeneralName[] | null;
  readonly basicConstraints: { readonly isAuthority: boolean; readonly pathLength: number | null } | null;
  readonly keyUsage: readonly string[] | null;
  /** By name; unknown ones as dotted identifiers. */
  readonly extendedKeyUsage: readonly string[] | null;
  readonly nameConstraints: NameConstraints | null;
  /** URLs of OCSP responders and of the issuer's certificate. */
  readonly ocspUrls: readonly string[];
  readonly issuerUrls: readonly string[];
  readonly crlUrls: readonly string[];
  readonly policies: readonly string[];
  /** Must-staple: the server has to staple an OCSP response (RFC 7633). */
  readonly requiresStaple: boolean;
  readonly timestamps: readonly SignedCertificateTimestamp[] | null;
  /** Hex. */
  readonly subjectKeyId: string | null;
  readonly authorityKeyId: string | null;
  /** Identifiers of unsupported critical extensions. */
  readonly unknownCritical: readonly string[];
  /** Identifiers of extensions that are malformed or duplicated (RFC 5280 section 4.2); their values are left out. */
  readonly malformed: readonly string[];
}

export interface NameConstraints {
  /** Null: everything that is not excluded. */
  readonly permitted: readonly GeneralName[] | null;
  readonly excluded: readonly GeneralName[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
interface Found extends Omit<Mutable<Extensions>, 'unknownCritical' | 'malformed'> {
  unknownCritical: string[];
  malformed: string[];
}

export function noExtensions(): Extensions {
  return { ...nothingFound() };
}

function nothingFound(): Found {
  return {
    alternativeNames: null,
    basicConstraints: null,
    keyUsage: null,
    extendedKeyUsage: null,
    nameConstraints: null,
    ocspUrls: [],
    issuerUrls: [],
    crlUrls: [],
    policies: [],
    requiresStaple: false,
    timestamps: null,
    subjectKeyId: null,
    authorityKeyId: null,
    unknownCritical: [],
    malformed: [],
  };
}

/** Decoders for the value in the OCTET STRING of each extension. */
const readers: Readonly<Record<string, (found: Found, bytes: Uint8Array) => void>> = {
  '2.5.29.17': (found, bytes) => {
    found.alternativeNames = generalNames(readOnly(bytes, tags.sequence));
  },
  '2.5.29.19': (found, bytes) => {
    const [first, second] = sequenceOf(readOnly(bytes, tags.sequence));
    const isAuthority = first?.tag === tags.boolean && first.content[0] !== 0;
    const length = first?.tag === tags.boolean ? second : first;
    found.basicConstraints = { isAuthority, pathLength: length === undefined ? null : smallInteger(length) };
  },
  '2.5.29.15': (found, bytes) => {
    const { bytes: bits } = bitStringOf(readOnly(bytes, tags.bitString));
    found.keyUsage = keyUsageBits.filter((_, index) => ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0);
  },
  '2.5.29.37': (found, bytes) => {
    const identifiers = sequenceOf(readOnly(bytes, tags.sequence)).map(objectIdentifier);
    found.extendedKeyUsage = identifiers.map((identifier) => purposes[identifier] ?? identifier);
  },
  '2.5.29.30': (found, bytes) => {
    found.nameConstraints = nameConstraints(readOnly(bytes, tags.sequence));
  },
  '2.5.29.14': (found, bytes) => {
    found.subjectKeyId = hex(readOnly(bytes, tags.octetString).content);
  },
  '2.5.29.35': (found, bytes) => {
    const id = sequenceOf(readOnly(bytes, tags.sequence)).find(({ tag }) => tag === primitive(0));
    found.authorityKeyId = id === undefined ? null : hex(id.content);
  },
  '2.5.29.31': (found, bytes) => {
    found.crlUrls = sequenceOf(readOnly(bytes, tags.sequence)).flatMap(crlUrls);
  },
  '2.5.29.32': (found, bytes) => {
    found.policies = sequenceOf(readOnly(bytes, tags.sequence)).map((one) => objectIdentifier(sequenceOf(one)[0]));
  },
  '1.3.6.1.5.5.7.1.1': (found, bytes) => {
    const places = sequenceOf(readOnly(bytes, tags.sequence)).map((one) => sequenceOf(one));
    found.ocspUrls = placesOf(places, '1.3.6.1.5.5.7.48.1');
    found.issuerUrls = placesOf(places, '1.3.6.1.5.5.7.48.2');
  },
  '1.3.6.1.5.5.7.1.24': (found, bytes) => {
    const STATUS_REQUEST = 5;
    const features = sequenceOf(readOnly(bytes, tags.sequence)).map((one) => smallInteger(one));
    found.requiresStaple = features.includes(STATUS_REQUEST);
  },
  '1.3.6.1.4.1.11129.2.4.2': (found, bytes) => {
    found.timestamps = timestampList(readOnly(bytes, tags.octetString).content);
  },
};

/** Recognized but ignored: the meaning of policies is up to the authorities. */
const harmless = ['2.5.29.33', '2.5.29.36', '2.5.29.54', '2.5.29.18', '2.5.29.9', '2.16.840.1.113730.1.1'];

/** @throws X509FormatError when it is not a list of extensions; a malformed extension is named in the result instead. */
export function readExtensions(values: readonly Der[]): Extensions {
  const found = nothingFound();
  const seen = new Set<string>();
  for (const value of values) {
    const parts = sequenceOf(value);
    const identifier = objectIdentifier(parts[0]);
    const isCritical = parts.length > 2 && expectTag(parts[1], tags.boolean).content[0] !== 0;
    const { content } = expectTag(parts.at(-1), tags.octetString);
    const read = readers[identifier];
    if (seen.has(identifier) || (read !== undefined && !isReadable(() => read(found, content)))) {
      found.malformed.push(identifier);
    } else if (read === undefined && isCritical && !harmless.includes(identifier)) {
      found.unknownCritical.push(identifier);
    }
    seen.add(identifier);
  }
  return found;
}

/** Certificates with an error in one extension exist, and are judged by the rest. */
function isReadable(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof X509FormatError) return false;
    throw error;
  }
}

function primitive(number: number): number {
  return contextTag(number, { isConstructed: false });
}

function nameConstraints(value: Der): NameConstraints {
  const parts = childrenOf(value);
  const subtrees = (number: number) => {
    const part = parts.find(({ tag }) => tag === contextTag(number));
    return part === undefined ? null : childrenOf(part).map((one) => generalName(baseOf(one)));
  };
  return { permitted: subtrees(0), excluded: subtrees(1) ?? [] };
}

function baseOf(subtree: Der): Der {
  const [base] = sequenceOf(subtree);
  if (base === undefined) throw new X509FormatError('a constraint without a name');
  return base;
}

function crlUrls(point: Der): string[] {
  const place = sequenceOf(point).find(({ tag }) => tag === contextTag(0));
  const names = place === undefined ? undefined : childrenOf(place).find(({ tag }) => tag === contextTag(0));
  return names === undefined ? [] : childrenOf(names).flatMap(urlOf);
}

function placesOf(places: readonly (readonly Der[])[], method: string): string[] {
  return places
    .filter(([identifier]) => objectIdentifier(identifier) === method)
    .flatMap(([, place]) => (place === undefined ? [] : urlOf(place)));
}

function urlOf({ tag, content }: Der): string[] {
  return tag === primitive(6) ? [latin1(content)] : [];
}
