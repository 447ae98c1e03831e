import { join } from '../../octets.ts';
import { octetsLeft, readerOf, readUint, readVector } from '../reader.ts';
import { versions } from '../registries/versions.ts';
import { TlsFormatError } from '../tls-format-error.ts';
import { uint, uint16s, vector } from '../writer.ts';
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

export interface ClientHello {
  /** The newest version offered. TLS 1.3 (0x0304) is offered alone; with older ones the server may choose a still older version. */
  readonly version: number;
  readonly suites: readonly number[];
  /** 32 octets, from which legacy_session_id of TLS 1.3 is derived too. */
  readonly random: Uint8Array;
  /** A-labels; null leaves out server_name, as for IP addresses (RFC 6066 section 3). */
  readonly serverName: string | null;
  readonly groups: readonly number[];
  readonly keyShares?: readonly KeyShare[];
  /** Offers TLS 1.2 beside TLS 1.3, as current clients do. */
  readonly withTls12?: boolean;
  /** The cookie of a HelloRetryRequest (RFC 8446 section 4.2.2). */
  readonly cookie?: Uint8Array;
  readonly alpn?: readonly string[];
  /** Offers DEFLATE (RFC 3749), which no version after 1.2 has. */
  readonly withCompression?: boolean;
  /** Requests a stapled OCSP response and signed certificate timestamps (RFC 6962). */
  readonly withStatus?: boolean;
  readonly withHeartbeat?: boolean;
  /** Signals a fallback to an older version (TLS_FALLBACK_SCSV, RFC 7507). */
  readonly isFallback?: boolean;
  /** Session ID of a session up to TLS 1.2 to resume (RFC 5246 section 7.4.1.2). */
  readonly sessionId?: Uint8Array;
  /** A session ticket up to TLS 1.2 (RFC 5077); empty to request one. */
  readonly ticket?: Uint8Array;
  /** verify_data of the previous handshake on this connection, for a renegotiation (RFC 5746 section 3.5). */
  readonly renegotiated?: Uint8Array;
  readonly session?: OfferedSession;
  /** Supported signature algorithms; default: all with a code point. */
  readonly signatureAlgorithms?: readonly number[];
  /** Extensions, by number, to leave out for servers that do not tolerate them. */
  readonly without?: readonly number[];
  /** Transport parameters, for a handshake over QUIC (RFC 9001 section 8.2). */
  readonly quicParameters?: Uint8Array;
  /** Octets, with the record header, to which the padding extension fills the hello; ignored if it is longer already. */
  readonly atLeastOctets?: number;
}

/** TLS_EMPTY_RENEGOTIATION_INFO_SCSV (RFC 5746 section 3.3), for servers that read no extensions. */
const RENEGOTIATION_SCSV = 0x00ff;
/** TLS_FALLBACK_SCSV (RFC 7507 section 3). */
const FALLBACK_SCSV = 0x5600;
const CLIENT_HELLO = 1;
const HANDSHAKE_RECORD = 22;
/** Lengths on which some load balancers fail: 256 to 511 octets (RFC 7685), and 10 or 14 above a multiple of 256. */
const HANGING_FROM = 256;
const HANGING_TO = 511;
const HANGING_REMAINDERS: readonly number[] = [10, 14];
const PADDING_HEADER = 4;
const RECORD_HEADER = 5;

/**
 * Encodes a ClientHello in a record of its own, padded beyond lengths on which known servers fail.
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
  // SSLv3 has no extensions (RFC 6101), and its servers may refuse a hello that continues after the compression methods.
  const isWithExtensions = hello.version > versions.SSLv3;
  const last = hello.session === undefined ? new Uint8Array() : preSharedKeyExtension(hello.session);
  const body = isWithExtensions
    ? join(
        start,
        padded(start.length, withoutSome(extensionsOf(hello), hello.without ?? []), last, hello.atLeastOctets),
      )
    : start;
  if (body.length > 16_000) throw new TlsFormatError('the hello does not fit into one record');
  const message = join(uint(CLIENT_HELLO, 1), vector(3, body));
  // Servers of every version accept 0x0301 as version of the first record (RFC 8446 section 5.1).
  const recordVersion = Math.min(hello.version, versions.TLSv1);
  return join(uint(HANDSHAKE_RECORD, 1), uint(recordVersion, 2), vector(2, message));
}

/** Signalling cipher suite values; the renegotiation_info extension replaces that of RFC 5746. */
function signalsOf({ version, withTls12, renegotiated, isFallback }: ClientHello): number[] {
  const isOlder = version < versions['TLSv1.3'] || withTls12 === true;
  return [
    ...(isOlder && renegotiated === undefined ? [RENEGOTIATION_SCSV] : []),
    ...(isFallback ? [FALLBACK_SCSV] : []),
  ];
}

function extensionsOf(hello: ClientHello): Uint8Array {
  const isOf13 = hello.version >= versions['TLSv1.3'];
  const {
    serverName,
    alpn,
    groups,
    keyShares = [],
    withTls12 = false,
    cookie,
    ticket,
    renegotiated,
    quicParameters,
  } = hello;
  const offered = withTls12 ? [hello.version, versions['TLSv1.2']] : [hello.version];
  // The last extension must not be empty: old WebSphere servers refuse that.
  return join(
    ...(serverName === null ? [] : [serverNameExtension(serverName)]),
    ...(isOf13 ? [extensionsOf13(offered, keyShares, cookie)] : []),
    ...(!isOf13 || withTls12 ? [extension(extensions.extendedMasterSecret)] : []),
    ...(ticket === undefined ? [] : [extension(extensions.sessionTicket, ticket)]),
    ...(renegotiated === undefined ? [] : [extension(extensions.renegotiationInfo, vector(1, renegotiated))]),
    ...(hello.withStatus ? [statusRequestExtension(), extension(extensions.timestamps)] : []),
    ...(hello.withHeartbeat ? [heartbeatExtension()] : []),
    ...(alpn === undefined ? [] : [alpnExtension(alpn)]),
    ...(quicParameters === undefined ? [] : [extension(extensions.quicParameters, quicParameters)]),
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

/** Encodes the extensions, with padding (RFC 7685) where the message would have a problematic length. */
function padded(startLength: number, list: Uint8Array, last: Uint8Array, atLeastOctets = 0): Uint8Array {
  const messageLength = (paddingLength: number) => 4 + startLength + 2 + list.length + paddingLength + last.length;
  const missing = atLeastOctets - RECORD_HEADER - messageLength(PADDING_HEADER);
  if (missing <= 0 && !isHanging(messageLength(0))) return vector(2, list, last);
  let octets = Math.max(1, missing, HANGING_TO + 1 - messageLength(PADDING_HEADER));
  while (isHanging(messageLength(PADDING_HEADER + octets))) octets += 1;
  return vector(2, list, extension(extensions.padding, new Uint8Array(octets)), last);
}

/** Servers differ in the length they look at: the message with or without its header, or the record. */
function isHanging(messageLength: number): boolean {
  if (messageLength >= HANGING_FROM && messageLength <= HANGING_TO) return true;
  return [-4, 0, 5].some((counted) => HANGING_REMAINDERS.includes((messageLength + counted) % 256));
}
