import { join } from '../octets.ts';
import { octetsLeft, readerOf, readOctets, readUint } from './reader.ts';
import { versions } from './registries/versions.ts';
import { TlsFormatError } from './tls-format-error.ts';
import { uint, vector } from './writer.ts';

/** Suites of SSLv2 by their three octets, named as in the draft of 1995 and by OpenSSL. */
const sslv2Suites: ReadonlyMap<number, string> = new Map([
  [0x010080, 'SSL_CK_RC4_128_WITH_MD5'],
  [0x020080, 'SSL_CK_RC4_128_EXPORT40_WITH_MD5'],
  [0x030080, 'SSL_CK_RC2_128_CBC_WITH_MD5'],
  [0x040080, 'SSL_CK_RC2_128_CBC_EXPORT40_WITH_MD5'],
  [0x050080, 'SSL_CK_IDEA_128_CBC_WITH_MD5'],
  [0x060040, 'SSL_CK_DES_64_CBC_WITH_MD5'],
  [0x060140, 'SSL_CK_DES_64_CBC_WITH_SHA'],
  [0x0700c0, 'SSL_CK_DES_192_EDE3_CBC_WITH_MD5'],
  [0x0701c0, 'SSL_CK_DES_192_EDE3_CBC_WITH_SHA'],
  [0x080080, 'SSL_CK_RC4_64_WITH_MD5'],
  [0x000000, 'SSL_CK_NULL_WITH_MD5'],
]);

export const sslv2SuiteNames: readonly string[] = [...sslv2Suites.values()];

export interface Sslv2ServerHello {
  /** DER, empty when the server sent none. */
  readonly certificate: Uint8Array;
  /** Names of all suites of the server, in its order. May be empty: then SSLv2 is enabled without a usable suite. */
  readonly suites: readonly string[];
}

const CLIENT_HELLO = 1;
const SERVER_HELLO = 4;
const TWO_OCTET_HEADER = 0x80;

/** Encodes an SSLv2 CLIENT-HELLO with all suites; the server lists all of its own. `challenge` is 16 octets. */
export function encodeSslv2ClientHello(challenge: Uint8Array): Uint8Array {
  const specs = join(...[...sslv2Suites.keys()].map((suite) => uint(suite, 3)));
  const body = join(
    uint(CLIENT_HELLO, 1),
    uint(versions.SSLv2, 2),
    uint(specs.length, 2),
    uint(0, 2),
    uint(challenge.length, 2),
    specs,
    challenge,
  );
  return join(uint(TWO_OCTET_HEADER, 1), vector(1, body));
}

/**
 * Decodes an SSLv2 SERVER-HELLO; null while more bytes are needed.
 * @throws TlsFormatError for anything else, including SSLv2 error messages and TLS alerts.
 */
export function decodeSslv2ServerHello(bytes: Uint8Array): Sslv2ServerHello | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  if ((first & TWO_OCTET_HEADER) === 0) throw new TlsFormatError('no record of SSLv2', 'not-tls');
  const length = (first & 0x7f) * 256 + second;
  if (length < 11) throw new TlsFormatError('no SERVER-HELLO of SSLv2');
  if (bytes.length >= 3 && bytes[2] !== SERVER_HELLO) throw new TlsFormatError('no SERVER-HELLO of SSLv2');
  if (bytes.length < length + 2) return null;
  const reader = readerOf(bytes.subarray(5, length + 2));
  const version = readUint(reader, 2);
  if (version !== versions.SSLv2) throw new TlsFormatError('a SERVER-HELLO of another version');
  const lengths = [readUint(reader, 2), readUint(reader, 2), readUint(reader, 2)] as const;
  const certificate = readOctets(reader, lengths[0]);
  return { certificate, suites: suiteNamesOf(readOctets(reader, lengths[1])) };
}

function suiteNamesOf(specs: Uint8Array): string[] {
  const reader = readerOf(specs);
  const names: string[] = [];
  while (octetsLeft(reader) >= 3) {
    const name = sslv2Suites.get(readUint(reader, 3));
    // A server may also list SSLv3 suites, which SSLv2 does not have.
    if (name !== undefined && !names.includes(name)) names.push(name);
  }
  return names;
}
