import { createHash, createPrivateKey, createPublicKey, type KeyObject, scrypt, sign } from 'node:crypto';

/** A public key as published: a JSON Web Key (RFC 7517) with an Ed25519 key (RFC 8037). */
export interface PublicKeyJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** The key with which a server signs. */
export interface SigningKey {
  readonly publicKey: PublicKeyJwk;
  /** Signs the UTF-8 encoding of a text; the signature is in base64url. */
  sign(text: string): string;
}

/** The prefix of the 32 octets of a private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;
const PURPOSE = 'sonde snapshot signature 2';
/** A tenth of a second and 32 MB, once per process: the public key would otherwise let secrets be tried quickly. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Derives a key from a secret: all servers with the same secret have the same key. */
export async function keyFromSecret(secret: string): Promise<SigningKey> {
  return signingKey(await privateKeyOf(secret));
}

/** The same key in PEM (PKCS #8), for a server without that secret. */
export async function pemFromSecret(secret: string): Promise<string> {
  return (await privateKeyOf(secret)).export({ type: 'pkcs8', format: 'pem' }).toString().trim();
}

async function privateKeyOf(secret: string): Promise<KeyObject> {
  const seed = await new Promise<Buffer>((resolve, reject) =>
    scrypt(secret, PURPOSE, SEED_BYTES, SCRYPT, (error, derived) =>
      error === null ? resolve(derived) : reject(error),
    ),
  );
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** @throws Error for a text that is not an Ed25519 key. */
export function keyFromPem(pem: string): SigningKey {
  return signingKey(createPrivateKey(pem));
}

function signingKey(privateKey: KeyObject): SigningKey {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key.');
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    publicKey: publicKeyOf(x),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

/** The public key with these coordinates. */
export function publicKeyOf(x: string): PublicKeyJwk {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg: 'EdDSA' };
}

/** The thumbprint (RFC 7638) over the members that RFC 8037, section 2, requires. */
function thumbprint(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}
