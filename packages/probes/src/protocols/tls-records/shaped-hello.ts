import {
  extension,
  extensions,
  type KeyShare,
  type OfferedSession,
  preSharedKeyExtension,
  serverNameExtension,
} from './extensions.ts';
import { versions } from './versions.ts';
import { join, uint, uint16s, vector } from './writer.ts';

/** A ClientHello of TLS 1.3 as a program sends it: what it offers, in its order. */
export interface HelloShape {
  /** With the values that mean nothing (RFC 8701). */
  readonly suites: readonly number[];
  /**
   * Number and content in hex. Null is what differs from one connection to the next: the name of the server, the keys.
   */
  readonly extensions: readonly (readonly [type: number, content: string | FalseEncryptedHello | null])[];
  /** Groups that it sends a key for; a group that means nothing gets a key of one octet. */
  readonly keyShares: readonly number[];
}

/** Looks like an encrypted hello, and is none: what browsers send where they have no key of the server's (RFC 9849 section 6.2). */
export interface FalseEncryptedHello {
  readonly aead: number;
  /** Length of the payload. */
  readonly octets: number;
}

/** What fills the shape; the same for both hellos of a connection, but for the keys and the cookie. */
export interface HelloFilling {
  /** 32 octets each. */
  readonly random: Uint8Array;
  readonly sessionId: Uint8Array;
  /** As many random octets as the shape may need. */
  readonly noise: Uint8Array;
  /** A-labels; null leaves the extension out. */
  readonly serverName: string | null;
  readonly keyShares: readonly KeyShare[];
  readonly cookie?: Uint8Array;
  readonly session?: OfferedSession;
  /** Extensions that are left out, by number. */
  readonly without: readonly number[];
}

export const MAX_NOISE = 300;
const CLIENT_HELLO = 1;
const HANDSHAKE_RECORD = 22;
const ENCRYPTED_HELLO = 0xfe0d;
/** Outer hello, HKDF-SHA256. */
const ENCRYPTED_HELLO_START = Uint8Array.of(0, 0, 1);
const X25519_LENGTH = 32;

/** The hello in one record. */
export function encodeShapedHello(shape: HelloShape, filling: HelloFilling): Uint8Array {
  const { random, sessionId, session, cookie } = filling;
  const list = shape.extensions
    .filter(([type]) => !filling.without.includes(type))
    .map(([type, content]) => encodeExtension(type, content, filling));
  const body = join(
    uint(versions['TLSv1.2'], 2),
    random,
    vector(1, sessionId),
    vector(2, uint16s(shape.suites)),
    vector(1, Uint8Array.of(0)),
    vector(
      2,
      ...list,
      ...(cookie === undefined ? [] : [extension(extensions.cookie, cookie)]),
      ...(session === undefined ? [] : [preSharedKeyExtension(session)]),
    ),
  );
  const message = join(uint(CLIENT_HELLO, 1), vector(3, body));
  return join(uint(HANDSHAKE_RECORD, 1), uint(versions.TLSv1, 2), vector(2, message));
}

function encodeExtension(
  type: number,
  content: string | FalseEncryptedHello | null,
  filling: HelloFilling,
): Uint8Array {
  if (type === extensions.serverName) {
    return filling.serverName === null ? new Uint8Array() : serverNameExtension(filling.serverName);
  }
  if (type === extensions.keyShare) return extension(type, vector(2, ...filling.keyShares.map(encodeShare)));
  if (typeof content === 'object' && content !== null) return encryptedHello(content, filling.noise);
  return extension(type, Uint8Array.from(Buffer.from(content ?? '', 'hex')));
}

function encodeShare({ group, key }: KeyShare): Uint8Array {
  return join(uint(group, 2), vector(2, key));
}

function encryptedHello({ aead, octets }: FalseEncryptedHello, noise: Uint8Array): Uint8Array {
  const key = noise.subarray(1, 1 + X25519_LENGTH);
  const payload = noise.subarray(1 + X25519_LENGTH, 1 + X25519_LENGTH + octets);
  const start = join(ENCRYPTED_HELLO_START, uint(aead, 2), noise.subarray(0, 1));
  return extension(ENCRYPTED_HELLO, start, vector(2, key), vector(2, payload));
}
