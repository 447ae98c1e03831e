import {
  alpnExtension,
  extension,
  extensions,
  extensionsOf13,
  groupExtensions,
  heartbeatExtension,
  type KeyShare,
  serverNameExtension,
  signatureAlgorithmsExtension,
  statusRequestExtension,
} from './extensions.ts';
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
}

/** "I know RFC 5746", for servers that read no extensions. */
const RENEGOTIATION_SCSV = 0x00ff;
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
    vector(1, isOf13 ? hello.random.toReversed() : new Uint8Array()),
    vector(2, uint16s(isOf13 && !hello.withTls12 ? hello.suites : [...hello.suites, RENEGOTIATION_SCSV])),
    vector(1, Uint8Array.from(hello.withCompression && !isOf13 ? [1, 0] : [0])),
  );
  // SSLv3 has no extensions (RFC 6101), and its servers may refuse a hello that goes on.
  const isWithExtensions = hello.version > versions.SSLv3;
  const body = isWithExtensions ? join(start, padded(start.length, extensionsOf(hello))) : start;
  if (body.length > 16_000) throw new TlsFormatError('the hello does not fit into one record');
  const message = join(uint(CLIENT_HELLO, 1), vector(3, body));
  // Servers of every version read a first record of TLS 1.0 (RFC 8446 section 5.1).
  const recordVersion = Math.min(hello.version, versions.TLSv1);
  return join(uint(HANDSHAKE_RECORD, 1), uint(recordVersion, 2), vector(2, message));
}

function extensionsOf(hello: ClientHello): Uint8Array {
  const isOf13 = hello.version >= versions['TLSv1.3'];
  const { serverName, alpn, groups, keyShares = [], withTls12 = false, cookie } = hello;
  const offered = withTls12 ? [hello.version, versions['TLSv1.2']] : [hello.version];
  // None that is empty stands at the end: old WebSphere servers refuse that.
  return join(
    ...(serverName === null ? [] : [serverNameExtension(serverName)]),
    ...(isOf13 ? [extensionsOf13(offered, keyShares, cookie)] : []),
    ...(!isOf13 || withTls12 ? [extension(extensions.extendedMasterSecret)] : []),
    ...(hello.withStatus ? [statusRequestExtension(), extension(extensions.timestamps)] : []),
    ...(hello.withHeartbeat ? [heartbeatExtension()] : []),
    ...(alpn === undefined ? [] : [alpnExtension(alpn)]),
    ...(groups.length === 0 ? [] : [groupExtensions(groups)]),
    ...(hello.version >= versions['TLSv1.2'] ? [signatureAlgorithmsExtension()] : []),
  );
}

/** The extensions as a vector, with padding (RFC 7685) where the message would have one of the hanging lengths. */
function padded(startLength: number, list: Uint8Array): Uint8Array {
  const messageLength = (paddingLength: number) => 4 + startLength + 2 + list.length + paddingLength;
  if (!isHanging(messageLength(0))) return vector(2, list);
  let octets = Math.max(1, HANGING_TO + 1 - messageLength(PADDING_HEADER));
  while (isHanging(messageLength(PADDING_HEADER + octets))) octets += 1;
  return vector(2, list, extension(extensions.padding, new Uint8Array(octets)));
}

/** Servers differ in what they count: the message with or without its header, or the record. */
function isHanging(messageLength: number): boolean {
  if (messageLength >= HANGING_FROM && messageLength <= HANGING_TO) return true;
  return [-4, 0, 5].some((counted) => HANGING_REMAINDERS.includes((messageLength + counted) % 256));
}
