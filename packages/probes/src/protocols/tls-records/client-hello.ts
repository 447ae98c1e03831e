import {
  alpnExtension,
  extension,
  extensions,
  extensionsOf13,
  groupExtensions,
  heartbeatExtension,
  type KeyShare,
  type OfferedSession,
  preSharedKeyExtension,
  serverNameExtension,
  signatureAlgorithmsExtension,
  statusRequestExtension,
} from './extensions.ts';
import { octetsLeft, readerOf, readUint, readVector } from './reader.ts';
import { TlsFormatError } from './tls-format-error.ts';
import { versions } from './versions.ts';
import { join, uint, uint16s, vector } from './writer.ts';

export interface ClientHello {
  /** The newest version that is offered; 0x0304 is offered alone, older numbers leave the server an older choice. */
  readonly version: number;
  readonly suites: readonly number[];
  /** 32 octets; the session id of TLS 1.3's compatibility mode is made of them. */
  readonly random: Uint8Array;
  /** A-labels; null leaves the name out, as for addresses (RFC 6066 section 3). */
  readonly serverName: string | null;
  readonly groups: readonly number[];
  readonly keyShares?: readonly KeyShare[];
  /** Offers TLS 1.2 beside 1.3, as clients of today do. */
  readonly withTls12?: boolean;
  /** What a HelloRetryRequest wants to see again, as it came (RFC 8446 section 4.2.2). */
  readonly cookie?: Uint8Array;
  readonly alpn?: readonly string[];
  /** Offers DEFLATE (RFC 3749), which no version after 1.2 has. */
  readonly withCompression?: boolean;
  /** Asks for a stapled OCSP response and for certificate timestamps (RFC 6962). */
  readonly withStatus?: boolean;
  readonly withHeartbeat?: boolean;
  /** Says that this is a second try in an older version (RFC 7507). */
  readonly isFallback?: boolean;
  /** A session of TLS 1.2 to resume: its id (RFC 5246 section 7.4.1.2). */
  readonly sessionId?: Uint8Array;
  /** A session ticket of TLS 1.2 (RFC 5077); empty: asks for one. */
  readonly ticket?: Uint8Array;
  /** What the last handshake on this connection ended with; then it is a renegotiation (RFC 5746 section 3.5). */
  readonly renegotiated?: Uint8Array;
  readonly session?: OfferedSession;
  /** What the server may sign with, by number; default: everything that has a name. */
  readonly signatureAlgorithms?: readonly number[];
  /** Extensions that are left out, by number: for servers that choke on them. */
  readonly without?: readonly number[];
}

/** "I know RFC 5746", for servers that read no extensions. */
const RENEGOTIATION_SCSV = 0x00ff;
/** "This is a fallback" (RFC 7507 section 3). */
const FALLBACK_SCSV = 0x5600;
const CLIENT_HELLO = 1;
const HANDSHAKE_RECORD = 22;
/** Lengths at which some load balancers hang: 256 to 511 octets (RFC 7685), and 10 or 14 above a multiple of 256. */
const HANGING_FROM = 256;
const HANGING_TO = 511;
const HANGING_REMAINDERS: readonly number[] = [10, 14];
const PADDING_HEADER = 4;

/**
 * A ClientHello in one record of its own, padded past the lengths that known servers choke on.
 * @throws TlsFormatError when it does not fit into a record.
 */
export function encodeClientHello(hello: ClientHello): Uint8Array {
  const isOf13 = hello.version >= versions['TLSv1.3'];
  const start = join(
    uint(Math.min(hello.version, versions['TLSv1.2']), 2),
    hello.random,
    vector(1, hello.sessionId ?? (isOf13 ? hello.random.toReversed() : new Uint8Array())),
    vector(2, uint16s([...hello.suites, ...signalsOf(hello)])),
    vector(1, Uint8Array.from(hello.withCompression && !isOf13 ? [1, 0] : [0])),
  );
  // SSLv3 has no extensions (RFC 6101), and its servers may refuse a hello that goes on.
  const isWithExtensions = hello.version > versions.SSLv3;
  const last = hello.session === undefined ? new Uint8Array() : preSharedKeyExtension(hello.session);
  const body = isWithExtensions
    ? join(start, padded(start.length, withoutSome(extensionsOf(hello), hello.without ?? []), last))
    : start;
  if (body.length > 16_000) throw new TlsFormatError('the hello does not fit into one record');
  const message = join(uint(CLIENT_HELLO, 1), vector(3, body));
  // Servers of every version read a first record of TLS 1.0 (RFC 8446 section 5.1).
  const recordVersion = Math.min(hello.version, versions.TLSv1);
  return join(uint(HANDSHAKE_RECORD, 1), uint(recordVersion, 2), vector(2, message));
}

/** What is said by suites that are none; the extension of RFC 5746 takes the place of its suite. */
function signalsOf({ version, withTls12, renegotiated, isFallback }: ClientHello): number[] {
  const isOlder = version < versions['TLSv1.3'] || withTls12 === true;
  return [
    ...(isOlder && renegotiated === undefined ? [RENEGOTIATION_SCSV] : []),
    ...(isFallback ? [FALLBACK_SCSV] : []),
  ];
}

function extensionsOf(hello: ClientHello): Uint8Array {
  const isOf13 = hello.version >= versions['TLSv1.3'];
  const { serverName, alpn, groups, keyShares = [], withTls12 = false, cookie, ticket, renegotiated } = hello;
  const offered = withTls12 ? [hello.version, versions['TLSv1.2']] : [hello.version];
  // None that is empty stands at the end: old WebSphere servers refuse that.
  return join(
    ...(serverName === null ? [] : [serverNameExtension(serverName)]),
    ...(isOf13 ? [extensionsOf13(offered, keyShares, cookie)] : []),
    ...(!isOf13 || withTls12 ? [extension(extensions.extendedMasterSecret)] : []),
    ...(ticket === undefined ? [] : [extension(extensions.sessionTicket, ticket)]),
    ...(renegotiated === undefined ? [] : [extension(extensions.renegotiationInfo, vector(1, renegotiated))]),
    ...(hello.withStatus ? [statusRequestExtension(), extension(extensions.timestamps)] : []),
    ...(hello.withHeartbeat ? [heartbeatExtension()] : []),
    ...(alpn === undefined ? [] : [alpnExtension(alpn)]),
    ...(groups.length === 0 ? [] : [groupExtensions(groups)]),
    ...(hello.version >= versions['TLSv1.2'] ? [signatureAlgorithmsExtension(hello.signatureAlgorithms)] : []),
  );
}

function withoutSome(list: Uint8Array, types: readonly number[]): Uint8Array {
  const reader = readerOf(list);
  const left: Uint8Array[] = [];
  while (octetsLeft(reader) > 0) {
    const type = readUint(reader, 2);
    const body = readVector(reader, 2);
    if (!types.includes(type)) left.push(extension(type, body));
  }
  return join(...left);
}

/** The extensions as a vector, with padding (RFC 7685) where the message would have one of the hanging lengths. */
function padded(startLength: number, list: Uint8Array, last: Uint8Array): Uint8Array {
  const messageLength = (paddingLength: number) => 4 + startLength + 2 + list.length + paddingLength + last.length;
  if (!isHanging(messageLength(0))) return vector(2, list, last);
  let octets = Math.max(1, HANGING_TO + 1 - messageLength(PADDING_HEADER));
  while (isHanging(messageLength(PADDING_HEADER + octets))) octets += 1;
  return vector(2, list, extension(extensions.padding, new Uint8Array(octets)), last);
}

/** Servers differ in what they count: the message with or without its header, or the record. */
function isHanging(messageLength: number): boolean {
  if (messageLength >= HANGING_FROM && messageLength <= HANGING_TO) return true;
  return [-4, 0, 5].some((counted) => HANGING_REMAINDERS.includes((messageLength + counted) % 256));
}
