import { octetsLeft, readerOf, readOctets, readUint, readVector } from '../reader.ts';
import { versions } from '../registries/versions.ts';
import { TlsFormatError } from '../tls-format-error.ts';
import { extensions } from './extensions.ts';

export interface ServerHello {
  /** The negotiated version, in TLS 1.3 from supported_versions. */
  readonly version: number;
  readonly suite: number;
  readonly sessionId: Uint8Array;
  readonly compression: number;
  /** It is a HelloRetryRequest: it names suite and group, but has no key (RFC 8446 section 4.1.4). */
  readonly isRetryRequest: boolean;
  /** The group of the TLS 1.3 key share; null in older versions. */
  readonly group: number | null;
  readonly alpn: string | null;
  readonly hasHeartbeat: boolean;
  /** It will send a session ticket (RFC 5077); it uses the extended master secret (RFC 7627). */
  readonly hasSessionTicket: boolean;
  readonly hasExtendedMasterSecret: boolean;
  /** It resumes the TLS 1.3 session that was offered. */
  readonly isResumed: boolean;
  readonly random: Uint8Array;
  readonly hasSecureRenegotiation: boolean;
  /** Signed certificate timestamps (RFC 6962), undecoded. */
  readonly timestamps: readonly Uint8Array[];
  /** The server's TLS 1.3 key share; null in a HelloRetryRequest and in older versions. */
  readonly key: Uint8Array | null;
  /** The cookie of a HelloRetryRequest. */
  readonly cookie: Uint8Array | null;
}

/** SHA-256 of "HelloRetryRequest", in place of the random (RFC 8446 section 4.1.3). */
const RETRY_RANDOM = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c';

/** Decodes the body of a ServerHello. @throws TlsFormatError */
export function decodeServerHello(body: Uint8Array): ServerHello {
  const reader = readerOf(body);
  const legacyVersion = readUint(reader, 2);
  const random = readOctets(reader, 32);
  const sessionId = readVector(reader, 1);
  if (sessionId.length > 32) throw new TlsFormatError('a session id longer than 32 octets');
  const suite = readUint(reader, 2);
  const compression = readUint(reader, 1);
  const found = octetsLeft(reader) === 0 ? new Map<number, Uint8Array>() : readExtensions(readVector(reader, 2));
  const version = versionOf(legacyVersion, found.get(extensions.supportedVersions));
  const isRetryRequest = version >= versions['TLSv1.3'] && hex(random) === RETRY_RANDOM;
  return {
    version,
    suite,
    sessionId,
    compression,
    isRetryRequest,
    ...shareOf(found.get(extensions.keyShare)),
    cookie: found.get(extensions.cookie) ?? null,
    alpn: readAlpn(found.get(extensions.alpn)),
    hasHeartbeat: found.has(extensions.heartbeat),
    hasSessionTicket: found.has(extensions.sessionTicket),
    hasExtendedMasterSecret: found.has(extensions.extendedMasterSecret),
    isResumed: found.has(extensions.preSharedKey),
    random,
    hasSecureRenegotiation: found.has(extensions.renegotiationInfo),
    timestamps: timestampsIn(found.get(extensions.timestamps)),
  };
}

/** Extensions by type; of duplicates the last one. */
export function readExtensions(bytes: Uint8Array): Map<number, Uint8Array> {
  const reader = readerOf(bytes);
  const found = new Map<number, Uint8Array>();
  while (octetsLeft(reader) > 0) {
    const type = readUint(reader, 2);
    found.set(type, readVector(reader, 2));
  }
  return found;
}

function versionOf(legacyVersion: number, chosen: Uint8Array | undefined): number {
  const version = chosen === undefined ? legacyVersion : readUint(readerOf(chosen), 2);
  if (version >> 8 !== 3) throw new TlsFormatError('a ServerHello of no known version');
  return version;
}

function shareOf(share: Uint8Array | undefined): { group: number | null; key: Uint8Array | null } {
  if (share === undefined) return { group: null, key: null };
  const reader = readerOf(share);
  return { group: readUint(reader, 2), key: octetsLeft(reader) > 0 ? readVector(reader, 2) : null };
}

/** The protocol selected by ALPN (RFC 7301); null when the extension is missing or malformed. */
export function readAlpn(list: Uint8Array | undefined): string | null {
  if (list === undefined) return null;
  const name = readVector(readerOf(readVector(readerOf(list), 2)), 1);
  // Protocol names are registered as ASCII; anything else would be displayed wrongly.
  return name.length > 0 && name.every((octet) => octet > 32 && octet < 127) ? String.fromCharCode(...name) : null;
}

/** The timestamps in the signed_certificate_timestamp extension (RFC 6962 section 3.3.1). */
export function timestampsIn(list: Uint8Array | undefined): readonly Uint8Array[] {
  if (list === undefined) return [];
  const reader = readerOf(readVector(readerOf(list), 2));
  const found: Uint8Array[] = [];
  while (octetsLeft(reader) > 0) found.push(readVector(reader, 2));
  return found;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
}
