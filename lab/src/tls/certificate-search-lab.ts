import { createHash, createPublicKey, randomBytes, randomUUID, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runCommand } from '../processes/commands.ts';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';
import { type Certificate, createIssuer } from './certificates/issue.ts';
import { forNames } from './certificates/recipes.ts';

/** A certificate that OpenSSL has issued, with the precertificate of the same serial number (RFC 6962 section 3.1). */
export interface OrderedCertificate {
  readonly precertificate: Certificate;
  readonly certificate: Certificate;
  readonly names: readonly string[];
  /** Upper-case hex without colons. */
  readonly serial: string;
  /** SHA-256 of the SubjectPublicKeyInfo in lower-case hex. */
  readonly keySha256: string;
}

/** What the search answers instead of a list; null: the list. */
type SearchFault = { readonly status: number; readonly retryAfter?: string } | { readonly body: string } | null;

/**
 * A search of certificate logs on loopback with the API of Cert Spotter, version 1, as its documentation has it: issuances in
 * the order in which they were found, pages, `after`, `expand`; and an authority whose certificates it finds.
 */
export interface CertificateSearchLab {
  /** Base address. */
  readonly url: string;
  /** The requests so far: path and query. */
  readonly requests: readonly string[];
  /** Has a certificate issued, with a new key unless there is one to use again; it is in no log yet. */
  order(names: readonly string[], key?: OrderedCertificate): Promise<OrderedCertificate>;
  /** The search finds it from now on. */
  log(certificate: Certificate, names: readonly string[], caaDomains?: readonly string[] | null): void;
  break(fault: SearchFault): void;
  /** `openssl s_server` that presents it; the port. */
  serve(ordered: OrderedCertificate): Promise<number>;
  stop(): Promise<void>;
}

interface Entry {
  readonly id: string;
  readonly der: Buffer;
  readonly names: readonly string[];
  readonly caaDomains: readonly string[] | null;
}

const POISON = '1.3.6.1.4.1.11129.2.4.3 = critical,ASN1:NULL';
const PAGE = 3;
const DAY_MS = 86_400_000;
const isAuthority = ['basicConstraints = critical,CA:TRUE', 'subjectKeyIdentifier = hash'];

export async function startCertificateSearchLab(pageSize = PAGE): Promise<CertificateSearchLab> {
  const workplace = await openWorkplace();
  const { directory } = workplace;
  const issuer = createIssuer(directory);
  const authority = await issuer.issue({
    subject: '/C=DE/O=Lab Authority/CN=Lab Authority R1',
    key: 'p-256',
    extensions: [...isAuthority, 'keyUsage = critical,keyCertSign,cRLSign'],
  });
  const entries: Entry[] = [];
  const requests: string[] = [];
  let fault: SearchFault = null;

  const server = createServer((request: IncomingMessage, answer: ServerResponse) => {
    requests.push(request.url ?? '');
    if (fault !== null) return sendFault(answer, fault);
    const asked = new URL(request.url ?? '', 'http://search').searchParams;
    answer.setHeader('Content-Type', 'application/json');
    answer.end(JSON.stringify(pageOf(entries, asked, pageSize)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async order(names, key) {
      const keyFile = key?.certificate.keyFile ?? (await newKey(directory));
      const serial = `6B${randomBytes(8).toString('hex').toUpperCase()}`;
      const from = new Date(Date.now() - 60_000);
      const exactly = { serial, from, until: new Date(from.getTime() + 90 * DAY_MS) };
      const alternative = names.map((name) => `DNS:${name}`).join(',');
      const issueWith = (...more: string[]) =>
        issuer.issue({
          subject: `/CN=${names[0]}`,
          keyFile,
          issuer: authority,
          extensions: forNames(alternative, ...more),
          exactly,
        });
      const precertificate = await issueWith(POISON);
      const certificate = await issueWith();
      const spki = createPublicKey(await readFile(keyFile)).export({ type: 'spki', format: 'der' });
      return { precertificate, certificate, names, serial, keySha256: createHash('sha256').update(spki).digest('hex') };
    },
    log(certificate, names, caaDomains = ['lab-authority.test']) {
      const der = Buffer.from(new X509Certificate(certificate.pem).raw);
      entries.push({ id: String(9_000_000_000 + entries.length), der, names, caaDomains });
    },
    break(next) {
      fault = next;
    },
    serve: ({ certificate: { certificateFile, keyFile } }) =>
      onFreePort(async (port) => {
        const files = ['-cert', certificateFile, '-key', keyFile];
        await workplace.start('openssl', ['s_server', '-accept', `127.0.0.1:${port}`, ...files, '-www'], /ACCEPT/);
        return port;
      }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await workplace.close();
    },
  };
}

async function newKey(directory: string): Promise<string> {
  const keyFile = join(directory, `ordered-${randomUUID()}.key`);
  const kind = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  await runCommand('openssl', ['genpkey', '-quiet', ...kind, '-out', keyFile]);
  return keyFile;
}

function sendFault(answer: ServerResponse, fault: NonNullable<SearchFault>): void {
  if ('body' in fault) return void answer.end(fault.body);
  const { status, retryAfter } = fault;
  answer.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
  answer.end(JSON.stringify({ code: 'fault', message: 'as told' }));
}

/** The entries about the domain behind `after`, as many as a page has. */
function pageOf(entries: readonly Entry[], asked: URLSearchParams, pageSize: number): object[] {
  const domain = asked.get('domain') ?? '';
  const hasSubdomains = asked.get('include_subdomains') === 'true';
  const after = asked.get('after');
  const behind = after === null ? 0 : entries.findIndex(({ id }) => id === after) + 1;
  const isAbout = (name: string) => name === domain || (hasSubdomains && name.endsWith(`.${domain}`));
  const about = entries.slice(behind).filter(({ names }) => names.some(isAbout));
  return about.slice(0, pageSize).map((entry) => issuanceOf(entry, new Set(asked.getAll('expand'))));
}

function issuanceOf({ id, der, names, caaDomains }: Entry, expand: ReadonlySet<string>): object {
  const read = new X509Certificate(der);
  const spki = read.publicKey.export({ type: 'spki', format: 'der' });
  const name = read.issuer.split('\n').toReversed().join(', ');
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  return {
    id,
    tbs_sha256: digest(Buffer.from(`${read.issuer} ${read.serialNumber}`)),
    cert_sha256: digest(der),
    pubkey_sha256: digest(spki),
    not_before: new Date(read.validFrom).toISOString(),
    not_after: new Date(read.validTo).toISOString(),
    revoked: false,
    ...(expand.has('dns_names') && { dns_names: names }),
    ...(expand.has('issuer') && {
      issuer: { name, ...(expand.has('issuer.caa_domains') && { caa_domains: caaDomains }) },
    }),
    ...(expand.has('cert_der') && { cert_der: der.toString('base64') }),
  };
}
