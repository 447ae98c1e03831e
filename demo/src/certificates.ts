// The library requires this import before its own.
import 'reflect-metadata';
import { createPrivateKey, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** Certificate and key of a server, PEM. */
export interface Certificate {
  /** The server's own certificate and the ones sent after it. */
  readonly chain: string;
  readonly key: string;
}

/** How a certificate differs from a valid one. */
export interface Wish {
  /** Validity in days from now; default: ten before to eighty after, as authorities issue them. */
  readonly validDays?: readonly [from: number, to: number];
  /** The names in it; default: the host. */
  readonly names?: readonly string[];
  readonly isSelfSigned?: boolean;
  /** The server does not send the issuer's certificate. */
  readonly lacksIssuer?: boolean;
  /** Where the issuer's certificate is published (caIssuers); default: not stated in the certificate. */
  readonly issuerUrl?: string;
  /** Where the issuer's revocation list is published; default: the certificate names none. */
  readonly listUrl?: string;
  readonly key?: 'ec' | 'rsa';
}

export interface Authority {
  /** The root certificate, PEM: the trust anchor of the demo. */
  readonly anchor: string;
  /** The certificate whose key signs those of servers, DER. */
  readonly issuing: Uint8Array;
  /** The revocation lists of the root and of the issuing authority, DER: nothing is revoked. */
  readonly lists: { readonly root: Uint8Array; readonly issuing: Uint8Array };
  issue(host: string, wish?: Wish): Promise<Certificate>;
}

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
} as const;
const DAY_MS = 86_400_000;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

type Keys = webcrypto.CryptoKeyPair;

interface Issuer {
  readonly name: string;
  readonly keys: Keys;
  readonly certificate: x509.X509Certificate;
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const newKeys = (algorithm: typeof EC | typeof RSA = EC) =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<Keys>;

/** Creates a root and an intermediate certification authority, trusted only in the demo. */
export async function createAuthority(rootListUrl: string): Promise<Authority> {
  const root = await authority('CN=Demo Root CA,O=Sonde Demo');
  const intermediate = await authority('CN=Demo Issuing CA,O=Sonde Demo', root, rootListUrl);
  return {
    anchor: root.certificate.toString('pem'),
    issuing: new Uint8Array(intermediate.certificate.rawData),
    lists: { root: await revocationListOf(root), issuing: await revocationListOf(intermediate) },
    issue: (host, wish = {}) => issue(intermediate, host, wish),
  };
}

async function authority(name: string, parent?: Issuer, listUrl?: string): Promise<Issuer> {
  const keys = await newKeys();
  const usage = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign;
  const certificate = await sign(
    parent ?? { name, keys },
    name,
    keys,
    [-400, 3000],
    [
      new x509.BasicConstraintsExtension(true, parent === undefined ? undefined : 0, true),
      new x509.KeyUsagesExtension(usage, true),
      ...listAt(listUrl),
    ],
  );
  return { name, keys, certificate };
}

const listAt = (url: string | undefined) => (url === undefined ? [] : [new x509.CRLDistributionPointsExtension([url])]);

/** An empty list, valid for a week (RFC 5280 section 5). */
async function revocationListOf({ name, keys }: Issuer): Promise<Uint8Array> {
  const list = await x509.X509CrlGenerator.create({
    issuer: name,
    thisUpdate: inDays(-1),
    nextUpdate: inDays(6),
    signingAlgorithm: EC,
    signingKey: keys.privateKey,
    extensions: [await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey)],
  });
  return new Uint8Array(list.rawData);
}

async function issue(issuer: Issuer, host: string, wish: Wish): Promise<Certificate> {
  const {
    validDays = [-10, 80],
    names = [host],
    isSelfSigned = false,
    lacksIssuer = false,
    issuerUrl,
    listUrl,
    key = 'ec',
  } = wish;
  const keys = await newKeys(key === 'ec' ? EC : RSA);
  const subject = `CN=${names[0]}`;
  const signer = isSelfSigned ? { name: subject, keys } : issuer;
  const usage = x509.KeyUsageFlags.digitalSignature | (key === 'rsa' ? x509.KeyUsageFlags.keyEncipherment : 0);
  const certificate = await sign(signer, subject, keys, validDays, [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(usage, true),
    new x509.ExtendedKeyUsageExtension([SERVER_AUTH]),
    new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
    ...(issuerUrl === undefined ? [] : [new x509.AuthorityInfoAccessExtension({ caIssuers: issuerUrl })]),
    ...listAt(listUrl),
  ]);
  const sent = isSelfSigned || lacksIssuer ? [certificate] : [certificate, issuer.certificate];
  return { chain: sent.map((one) => `${one.toString('pem')}\n`).join(''), key: await pemOf(keys) };
}

async function sign(
  issuer: Pick<Issuer, 'name' | 'keys'>,
  subject: string,
  keys: Keys,
  [from, to]: readonly [number, number],
  extensions: readonly x509.Extension[],
): Promise<x509.X509Certificate> {
  return x509.X509CertificateGenerator.create({
    issuer: issuer.name,
    subject,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: EC,
    notBefore: inDays(from),
    notAfter: inDays(to),
    extensions: [
      ...extensions,
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
    ],
  });
}

async function pemOf({ privateKey }: Keys): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
}
