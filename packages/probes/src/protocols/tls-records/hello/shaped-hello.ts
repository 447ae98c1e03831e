import { join } from '../../octets.ts';
import { versions } from '../registries/versions.ts';
import { uint, uint16s, vector } from '../writer.ts';
import {
  extension,
  extensions,
  type KeyShare,
  type OfferedSession,
  preSharedKeyExtension,
  serverNameExtension,
} from './extensions.ts';

/** The TLS 1.3 ClientHello of a particular program: what it offers, in its order. */
export interface HelloShape {
  /** Including GREASE values (RFC 8701). */
  readonly suites: readonly number[];
  /**
   * Type and content in hex. Null where the content differs between connections: server name and keys.
   */
  readonly extensions: readonly (readonly [type: number, content: string | FalseEncryptedHello | null])[];
  /** Groups of its key shares; a GREASE group gets a key of one octet. */
  readonly keyShares: readonly number[];
}

/** A GREASE encrypted_client_hello, which browsers send without an ECH configuration of the server (RFC 9849 section 6.2). */
export interface FalseEncryptedHello {
  readonly aead: number;
  /** Length of the payload. */
  readonly octets: number;
}

/** The variable values; in the second hello of a connection only key shares and cookie differ. */
export interface HelloFilling {
  /** 32 octets each. */
  readonly random: Uint8Array;
  readonly sessionId: Uint8Array;
  /** As many random octets as the shape may need. */
  readonly noise: Uint8Array;
  /** A-labels; null leaves out server_name. */
  readonly serverName: string | null;
  readonly keyShares: readonly KeyShare[];
  readonly cookie?: Uint8Array;
  readonly session?: OfferedSession;
  /** Extensions, by number, to leave out. */
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
