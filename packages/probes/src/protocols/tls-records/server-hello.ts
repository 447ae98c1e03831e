import { extensions } from './extensions.ts';
import { octetsLeft, readerOf, readOctets, readUint, readVector } from './reader.ts';
import { TlsFormatError } from './tls-format-error.ts';
import { versions } from './versions.ts';

export interface ServerHello {
  /** The version agreed on; from the extension where TLS 1.3 hides it. */
  readonly version: number;
  readonly suite: number;
  readonly sessionId: Uint8Array;
  readonly compression: number;
  /** Suite and group are named, and no key was made yet (RFC 8446 section 4.1.4). */
  readonly isRetryRequest: boolean;
  /** The group of TLS 1.3's key share; null elsewhere. */
  readonly group: number | null;
  readonly alpn: string | null;
  readonly hasHeartbeat: boolean;
  /** It will send a session ticket (RFC 5077), and it mixes the handshake into the secret (RFC 7627). */
  readonly hasSessionTicket: boolean;
  readonly hasExtendedMasterSecret: boolean;
  /** It took the session that was offered in TLS 1.3. */
  readonly isResumed: boolean;
  readonly random: Uint8Array;
  readonly hasSecureRenegotiation: boolean;
  /** Certificate timestamps in the extension of RFC 6962, as they came. */
  readonly timestamps: readonly Uint8Array[];
  /** The server's key of TLS 1.3; null in a retry request and before. */
  readonly key: Uint8Array | null;
  /** What a retry request wants to see again, as it came. */
  readonly cookie: Uint8Array | null;
}

/** SHA-256 of "HelloRetryRequest", in place of the random (RFC 8446 section 4.1.3). */
const RETRY_RANDOM = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c';

/** The body of a ServerHello. @throws TlsFormatError */
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

/** Extensions by number, the last of each. */
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

/** The protocol chosen by the extension of RFC 7301; null when the extension is missing or not fit to be shown. */
export function readAlpn(list: Uint8Array | undefined): string | null {
  if (list === undefined) return null;
  const name = readVector(readerOf(readVector(readerOf(list), 2)), 1);
  // Names of protocols are registered as ASCII; anything else would be shown as something it is not.
  return name.length > 0 && name.every((octet) => octet > 32 && octet < 127) ? String.fromCharCode(...name) : null;
}

/** The timestamps in the extension of RFC 6962 section 3.3.1. */
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
