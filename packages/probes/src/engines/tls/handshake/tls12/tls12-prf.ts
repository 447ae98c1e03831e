import { createHash, createHmac } from 'node:crypto';
import { join } from '../../../../protocols/octets.ts';
import { versions } from '../../../../protocols/tls-records/registries/versions.ts';
import { ascii } from '../../../../protocols/tls-records/writer.ts';

/** Transcript hash and PRF of a version up to TLS 1.2: SHA-256 or SHA-384 in TLS 1.2 (RFC 5246), MD5 and SHA-1 before. */
export interface Tls12Hashes {
  /** Hash of the handshake messages, for Finished and the extended master secret. */
  digest(messages: readonly Uint8Array[]): Uint8Array;
  /** The pseudorandom function (RFC 5246 section 5). */
  prf(secret: Uint8Array, label: string, seed: Uint8Array, length: number): Uint8Array;
}

export function hashesOf(version: number, suiteName: string): Tls12Hashes {
  if (version >= versions['TLSv1.2']) {
    const hash = suiteName.endsWith('SHA384') ? 'sha384' : 'sha256';
    return {
      digest: (messages) => digestOf(hash, messages),
      prf: (secret, label, seed, length) => pHash(hash, secret, join(ascii(label), seed), length),
    };
  }
  return {
    digest: (messages) => join(digestOf('md5', messages), digestOf('sha1', messages)),
    // RFC 2246 section 5: one half of the secret is for MD5, the other for SHA-1.
    prf(secret, label, seed, length) {
      const half = Math.ceil(secret.length / 2);
      const labelled = join(ascii(label), seed);
      const byMd5 = pHash('md5', secret.subarray(0, half), labelled, length);
      const bySha1 = pHash('sha1', secret.subarray(secret.length - half), labelled, length);
      return byMd5.map((octet, place) => octet ^ (bySha1[place] ?? 0));
    },
  };
}

function digestOf(hash: string, messages: readonly Uint8Array[]): Uint8Array {
  return createHash(hash)
    .update(join(...messages))
    .digest();
}

/** P_hash of RFC 5246 section 5. */
function pHash(hash: string, secret: Uint8Array, seed: Uint8Array, length: number): Uint8Array {
  const hmac = (...parts: readonly Uint8Array[]): Uint8Array =>
    createHmac(hash, secret)
      .update(join(...parts))
      .digest();
  let output: Uint8Array = new Uint8Array();
  for (let a = hmac(seed); output.length < length; a = hmac(a)) output = join(output, hmac(a, seed));
  return output.subarray(0, length);
}
