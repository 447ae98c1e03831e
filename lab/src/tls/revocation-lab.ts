import { randomUUID } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/commands.ts';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { createAuthorities } from './certificates/authorities.ts';
import { type Certificate, createIssuer, type Issuer } from './certificates/issue.ts';
import { forNames } from './certificates/recipes.ts';
import { startNginx } from './servers/nginx.ts';

/** The signer of a response or a revocation list: the issuer, or another key. */
export type StatementSigner = 'issuer' | 'delegate' | 'delegate-without-purpose' | 'unrelated';

export interface IssueRequest {
  readonly ocspUrl?: string;
  readonly crlUrls?: readonly string[];
  readonly more?: readonly string[];
  /** Revoked on 1 January 2026. */
  readonly isRevoked?: boolean;
  /** Issued, but unknown to the responder. */
  readonly isUnlisted?: boolean;
}

export interface CrlRequest {
  readonly signer?: StatementSigner;
  /** Lines of a section of extensions, x509v3_config(5). */
  readonly extensions?: readonly string[];
}

/** A certification authority made with OpenSSL: with OCSP responder, revocation lists, and servers for its certificates. */
export interface RevocationLab {
  /** PEM of the only trust anchor. */
  readonly caFile: string;
  /** A server's certificate for 127.0.0.1, from the intermediate authority. */
  issue(request: IssueRequest): Promise<Certificate>;
  /** PEM: the certificate and its issuer. */
  chainOf(certificate: Certificate): Promise<string>;
  /**
   * `openssl ocsp` as a server, on all addresses of this machine. It reads the index of issued certificates at startup,
   * so certificates with its URL must be issued in `prepare`.
   */
  startResponder<Made>(signer: StatementSigner, prepare: (url: string) => Promise<Made>): Promise<Made>;
  /** The responder's response about a certificate, in DER. */
  respond(certificate: Certificate): Promise<Buffer>;
  /** A revocation list from `openssl ca -gencrl` in DER, valid for a week. */
  makeList(request?: CrlRequest): Promise<Buffer>;
  /** nginx with this certificate and its issuer; the port. */
  serve(certificate: Certificate): Promise<number>;
  /** The same without the issuer. */
  serveAlone(certificate: Certificate): Promise<number>;
  /** The same with an older certificate of the issuer, for another key. */
  serveRekeyed(certificate: Certificate): Promise<number>;
  /**
   * A server's certificate from an authority below another one, of which only the first is sent; and the certificate of the
   * upper one, whose address is in that of the lower one.
   */
  serveWithoutUpper(upperUrl: string): Promise<{ readonly port: number; readonly upper: Certificate }>;
  stop(): Promise<void>;
}

export async function startRevocationLab(): Promise<RevocationLab> {
  const workplace = await openWorkplace();
  const { directory } = workplace;
  const issuer = createIssuer(directory);
  const authorities = createAuthorities(issuer);
  const intermediate = await authorities.intermediate();
  const index = join(directory, 'issued.db');
  const signerFile = signers(issuer, intermediate, authorities.untrustedRoot);
  await writeFile(index, '');
  const chainOf = async ({ pem }: Certificate) => `${pem}${intermediate.pem}`;
  const responderArgs = async (signer: StatementSigner) => {
    const { certificateFile, keyFile } = await signerFile(signer);
    return [
      'ocsp',
      '-index',
      index,
      '-CA',
      intermediate.certificateFile,
      '-rsigner',
      certificateFile,
      '-rkey',
      keyFile,
    ];
  };

  return {
    caFile: (await authorities.root()).certificateFile,
    chainOf,
    async issue(request) {
      const extensions = forNames('IP:127.0.0.1', ...addresses(request), ...(request.more ?? []));
      const certificate = await issuer.issue({
        subject: '/CN=127.0.0.1',
        key: 'p-256',
        issuer: intermediate,
        extensions,
      });
      if (!request.isUnlisted) await appendFile(index, await indexLine(certificate, request.isRevoked ?? false));
      return certificate;
    },
    startResponder: (signer, prepare) =>
      onFreePort(async (port) => {
        const made = await prepare(`http://127.0.0.1:${port}`);
        const args = [...(await responderArgs(signer)), '-port', `${port}`, '-ndays', '7'];
        await workplace.start('openssl', args, /waiting for OCSP client/i);
        return made;
      }),
    async respond({ certificateFile }) {
      const out = join(directory, `${randomUUID()}.ocsp`);
      const about = ['-issuer', intermediate.certificateFile, '-cert', certificateFile, '-no_nonce', '-noverify'];
      await runCommand('openssl', [...(await responderArgs('issuer')), ...about, '-ndays', '7', '-respout', out]);
      return readFile(out);
    },
    async makeList({ signer = 'issuer', extensions = [] } = {}) {
      return makeCrl(workplace, index, await signerFile(signer), extensions);
    },
    serve: (certificate) => serve(workplace, certificate, chainOf),
    serveAlone: (certificate) => serve(workplace, certificate, async ({ pem }) => pem),
    serveRekeyed: (certificate) =>
      serve(workplace, certificate, async ({ pem }) => pem + (await authorities.rekeyed()).pem),
    serveWithoutUpper: (upperUrl) => serveWithoutUpper(workplace, issuer, authorities.upper(), upperUrl),
    stop: () => workplace.close(),
  };
}

async function serveWithoutUpper(
  workplace: Workplace,
  issuer: Issuer,
  upperAuthority: Promise<Certificate>,
  upperUrl: string,
): Promise<{ port: number; upper: Certificate }> {
  const upper = await upperAuthority;
  const lower = await issuer.issue({
    subject: '/CN=Lower',
    key: 'p-256',
    issuer: upper,
    extensions: [
      'basicConstraints = critical,CA:TRUE',
      'keyUsage = critical,keyCertSign',
      'subjectKeyIdentifier = hash',
      `authorityInfoAccess = caIssuers;URI:${upperUrl}`,
    ],
  });
  const extensions = forNames('IP:127.0.0.1');
  const leaf = await issuer.issue({ subject: '/CN=127.0.0.1', key: 'p-256', issuer: lower, extensions });
  return { port: await serve(workplace, leaf, async ({ pem }) => pem + lower.pem), upper };
}

function addresses({ ocspUrl, crlUrls = [] }: IssueRequest): string[] {
  return [
    ...(ocspUrl === undefined ? [] : [`authorityInfoAccess = OCSP;URI:${ocspUrl}`]),
    ...(crlUrls.length === 0 ? [] : [`crlDistributionPoints = ${crlUrls.map((url) => `URI:${url}`).join(',')}`]),
  ];
}

/** A line of the index file of `openssl ca`. */
async function indexLine({ certificateFile }: Certificate, isRevoked: boolean): Promise<string> {
  const said = await runCommand('openssl', ['x509', '-in', certificateFile, '-noout', '-serial']);
  const state = isRevoked ? 'R\t401231000000Z\t260101000000Z,keyCompromise' : 'V\t401231000000Z\t';
  const serial = said.trim().slice('serial='.length);
  // Names must be unique.
  return `${state}\t${serial}\tunknown\t/CN=${serial}\n`;
}

function signers(issuer: Issuer, intermediate: Certificate, unrelated: () => Promise<Certificate>) {
  const delegate = (purpose: string) =>
    issuer.issue({
      subject: `/CN=Responder ${purpose}`,
      key: 'p-256',
      issuer: intermediate,
      extensions: ['basicConstraints = critical,CA:FALSE', `extendedKeyUsage = ${purpose}`],
    });
  const made = {
    issuer: () => Promise.resolve(intermediate),
    delegate: () => delegate('OCSPSigning'),
    'delegate-without-purpose': () => delegate('serverAuth'),
    unrelated,
  } satisfies Record<StatementSigner, () => Promise<Certificate>>;
  return (signer: StatementSigner) => made[signer]();
}

async function makeCrl(
  { directory }: Workplace,
  index: string,
  { certificateFile, keyFile }: Certificate,
  extensions: readonly string[],
): Promise<Buffer> {
  const base = join(directory, randomUUID());
  const section = extensions.length === 0 ? '' : `crl_extensions = more\n[more]\n${extensions.join('\n')}\n`;
  await writeFile(`${base}.cnf`, `[ca]\ndefault_ca = lab\n[lab]\ndatabase = ${index}\ndefault_md = sha256\n${section}`);
  await runCommand('openssl', [
    ...['ca', '-gencrl', '-config', `${base}.cnf`, '-cert', certificateFile, '-keyfile', keyFile],
    ...['-crldays', '7', '-out', `${base}.pem`],
  ]);
  await runCommand('openssl', ['crl', '-in', `${base}.pem`, '-outform', 'DER', '-out', `${base}.crl`]);
  return readFile(`${base}.crl`);
}

async function serve(
  workplace: Workplace,
  certificate: Certificate,
  chainOf: (certificate: Certificate) => Promise<string>,
): Promise<number> {
  const chainFile = join(workplace.directory, `${randomUUID()}.pem`);
  await writeFile(chainFile, await chainOf(certificate));
  const served = { host: '127.0.0.1', chainFile, othersFile: null, keyFile: certificate.keyFile, stapleFile: null };
  return onFreePort(async (port) => {
    await startNginx(workplace, randomUUID(), [{ port, certificates: [served] }]);
    return port;
  });
}
