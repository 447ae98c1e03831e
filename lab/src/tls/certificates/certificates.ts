import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../processes/commands.ts';
import { createAuthorities } from './authorities.ts';
import { type Certificate, createIssuer, type Request } from './issue.ts';
import { ocspResponse } from './ocsp-response.ts';
import { type CertificateKind, forNames, type Recipe, recipes, type Staple } from './recipes.ts';

/** The key of a server, and its certificates in the order in which they are sent. */
export interface ServedCertificate {
  /** The name that clients should request, if any. */
  readonly host: string;
  /** The server's own certificate first. */
  readonly chainFile: string;
  /** The chain without the first certificate; null if there are no others. */
  readonly othersFile: string | null;
  readonly keyFile: string;
  /** The OCSP response to be stapled, in DER. */
  readonly stapleFile: string | null;
}

export interface Certificates {
  /** The trust anchors of this lab. */
  caFile(): Promise<string>;
  make(kind: CertificateKind): Promise<ServedCertificate>;
}

/** Creates certificates in the directory when they are first requested. */
export function createCertificates(directory: string): Certificates {
  const issuer = createIssuer(directory);
  const authorities = createAuthorities(issuer);
  const made = new Map<CertificateKind, Promise<ServedCertificate>>();
  let caFile: Promise<string> | null = null;
  return {
    caFile() {
      caFile ??= authorities.root().then(({ certificateFile }) => certificateFile);
      return caFile;
    },
    make(kind) {
      const certificate = made.get(kind) ?? makeServed(kind);
      made.set(kind, certificate);
      return certificate;
    },
  };

  async function makeServed(kind: CertificateKind): Promise<ServedCertificate> {
    const recipe: Recipe = recipes[kind];
    const host = recipe.host ?? `${kind}.tls.test`;
    const { staple, chain, issuedBy = 'intermediate', ...request } = recipe;
    const parent = issuedBy === null ? null : await authorities[issuedBy]();
    const leaf = await issuer.issue(leafRequest(host, request, parent));
    const others = await (chain?.(authorities) ?? (parent ? [parent] : []));
    const chainFile = await writeChain(`${kind}.chain`, [leaf, ...others]);
    const othersFile = others.length > 0 ? await writeChain(`${kind}.others`, others) : null;
    const stapleFile = staple ? await makeStaple(leaf, parent ?? leaf, staple) : null;
    return { host, chainFile, othersFile, keyFile: leaf.keyFile, stapleFile };
  }

  async function writeChain(name: string, chain: readonly Certificate[]): Promise<string> {
    const file = join(directory, `${name}.pem`);
    await writeFile(file, chain.map(({ pem }) => pem).join(''));
    return file;
  }

  /** The response of `openssl ocsp` about the certificate, from an index with only that certificate. */
  async function makeStaple(leaf: Certificate, parent: Certificate, staple: Staple): Promise<string> {
    const base = join(directory, randomUUID());
    if (staple === 'later') return writeStaple(base, Buffer.from([0x30, 0x03, 0x0a, 0x01, 0x03]));
    const serial = (await runCommand('openssl', ['x509', '-in', leaf.certificateFile, '-noout', '-serial'])).trim();
    const status = staple === 'revoked' ? 'R\t401231000000Z\t260101000000Z,keyCompromise' : 'V\t401231000000Z\t';
    await writeFile(`${base}.db`, `${status}\t${serial.slice('serial='.length)}\tunknown\t/CN=leaf\n`);
    if (staple === 'old' || staple === 'other') {
      const fromTo = staple === 'old' ? ([-8, -1] as const) : ([-1, 1] as const);
      const number = staple === 'old' ? serial.slice('serial='.length) : '4711';
      return writeStaple(base, await statementOf(parent, number, fromTo));
    }
    const signer = staple === 'forged' ? await authorities.untrustedRoot() : parent;
    await runCommand('openssl', [
      ...['ocsp', '-index', `${base}.db`, '-CA', parent.certificateFile, '-issuer', parent.certificateFile],
      ...['-rsigner', signer.certificateFile, '-rkey', signer.keyFile, '-resp_no_certs', '-no_nonce'],
      ...['-cert', leaf.certificateFile, '-ndays', '7', '-noverify', '-respout', `${base}.ocsp`],
    ]);
    return `${base}.ocsp`;
  }
}

async function writeStaple(base: string, response: Buffer): Promise<string> {
  await writeFile(`${base}.ocsp`, response);
  return `${base}.ocsp`;
}

/** The status good for this serial number, with a period in days from now. */
async function statementOf(parent: Certificate, serial: string, period: readonly [number, number]): Promise<Buffer> {
  const about = await runCommand('openssl', ['x509', '-in', parent.certificateFile, '-noout', '-ocspid']);
  const [, nameHash = '', keyHash = ''] = /Subject OCSP hash: (\w+)\s+Public key OCSP hash: (\w+)/.exec(about) ?? [];
  const signer = createPrivateKey(await readFile(parent.keyFile));
  return ocspResponse({ nameHash, keyHash, serial, signer, period });
}

function leafRequest(host: string, recipe: Partial<Request>, parent: Certificate | null): Request {
  return {
    subject: `/O=Sonde Lab/CN=${host}`,
    ...recipe,
    extensions: recipe.extensions ?? forNames(`DNS:${host}`),
    ...(parent ? { issuer: parent } : {}),
  };
}
