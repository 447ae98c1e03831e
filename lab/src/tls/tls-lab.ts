import { onFreePort, onFreePorts } from '../processes/free-port.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { type Certificates, createCertificates } from './certificates/certificates.ts';
import { type CertificateKind, recipes } from './certificates/recipes.ts';
import { type ConfiguredName, startConfigured } from './programs/configured-programs.ts';
import { startTlsProgram, type TlsProgramName } from './programs/start-program.ts';
import { type GnutlsServerName, gnutlsServers, startGnutlsServer } from './servers/gnutls-servers.ts';
import { type MailServer, startMailServer } from './servers/mail-servers.ts';
import { type LabSite, type MultiSiteServerName, multiSiteServers, serveSites } from './servers/multi-site-servers.ts';
import { startNginx } from './servers/nginx.ts';
import { type NginxServerName, nginxServers, startNginxServer } from './servers/nginx-servers.ts';
import { type OldNodeServerName, oldNodeServers, startOldNodeServer } from './servers/old-node-servers.ts';
import { type OpensslServerName, opensslServers, startOpensslServer } from './servers/openssl-servers.ts';
import { type QuicServerName, startQuicServer } from './servers/quic-servers.ts';
import { type StartTlsServer, type StartTlsServerName, startStartTlsServer } from './servers/start-tls-servers.ts';

export type TlsServerName =
  | OpensslServerName
  | NginxServerName
  | GnutlsServerName
  | OldNodeServerName
  | MultiSiteServerName;

/** A server of the lab on 127.0.0.1. */
export interface TlsServer {
  /** The name of its certificate, which resolves to 127.0.0.1 in the DNS lab. */
  readonly host: string;
  readonly port: number;
  /** `127.0.0.1:port`. */
  readonly address: string;
}

/** TLS servers of other projects, and certificates of every kind. */
export interface TlsLab {
  readonly directory: string;
  readonly processIds: readonly number[];
  /** PEM of the only trust anchor. */
  readonly caFile: string;
  readonly certificates: Certificates;
  /** Starts a server on a free port; a second call returns the same one. */
  start(name: TlsServerName): Promise<TlsServer>;
  /** Starts one nginx that serves these certificates, each on its own port. */
  serve<Kind extends CertificateKind>(kinds: readonly Kind[]): Promise<Readonly<Record<Kind, TlsServer>>>;
  /** One nginx with these sites, all on one free port: several addresses, several names. */
  serveSites(sites: readonly LabSite[]): Promise<{ readonly port: number }>;
  /** Dovecot: SMTP, IMAP and POP3 with STARTTLS. */
  startMail(): Promise<MailServer>;
  /** A server with STARTTLS; each call starts another. */
  startStartTls(name: StartTlsServerName): Promise<StartTlsServer>;
  /** A server program as its package or manual configures it; each call starts another. */
  startProgram(name: TlsProgramName): Promise<TlsServer>;
  /** A server of HTTP/3 only, on this UDP port or a free one; each call starts another. */
  startQuic(name: QuicServerName, port?: number): Promise<TlsServer>;
  /** A program with these lines in its configuration; each call starts another. */
  startConfigured(name: ConfiguredName, lines: readonly string[]): Promise<Pick<TlsServer, 'host' | 'port'>>;
  stop(): Promise<void>;
}

export const tlsServerNames: readonly TlsServerName[] = [
  ...namesOf(opensslServers),
  ...namesOf(nginxServers),
  ...namesOf(gnutlsServers),
  ...namesOf(oldNodeServers),
  ...namesOf(multiSiteServers),
];
export const certificateKinds: readonly CertificateKind[] = namesOf(recipes);

/** Servers start when they are needed, in a temporary directory. */
export async function startTlsLab(): Promise<TlsLab> {
  const workplace = await openWorkplace();
  const certificates = createCertificates(workplace.directory);
  const owned: { stop(): Promise<void> }[] = [{ stop: () => workplace.close() }];
  const started = new Map<TlsServerName, Promise<TlsServer>>();
  const own = (part: { stop(): Promise<void> }) => owned.push(part);
  const lab = {
    directory: workplace.directory,
    caFile: await certificates.caFile(),
    certificates,
    get processIds() {
      return workplace.processIds;
    },
    start(name: TlsServerName) {
      const server = started.get(name) ?? startServer(workplace, certificates, name, own);
      started.set(name, server);
      return server;
    },
    serve: <Kind extends CertificateKind>(kinds: readonly Kind[]) => serveAll(workplace, certificates, kinds),
    serveSites: (sites: readonly LabSite[]) => serveSites(workplace, certificates, sites),
    startMail: () => startMailServer(workplace, certificates),
    startStartTls: (name: StartTlsServerName) => startStartTlsServer(workplace, certificates, name),
    async startProgram(name: TlsProgramName) {
      const program = await startTlsProgram(workplace, certificates, name);
      own(program);
      return at(program.host, program.port);
    },
    async startQuic(name: QuicServerName, given?: number) {
      const start = async (port: number) => at(await startQuicServer(workplace, certificates, name, port), port);
      return given === undefined ? onFreePort(start) : start(given);
    },
    startConfigured: (name: ConfiguredName, lines: readonly string[]) =>
      startConfigured(workplace, certificates, name, lines),
    async stop() {
      await Promise.allSettled(started.values());
      await Promise.all(owned.splice(0).map((part) => part.stop()));
    },
  };
  return lab;
}

async function startServer(
  workplace: Workplace,
  certificates: Certificates,
  name: TlsServerName,
  own: (part: { stop(): Promise<void> }) => void,
): Promise<TlsServer> {
  if (isOneOf(gnutlsServers, name)) {
    const server = await startGnutlsServer(workplace, certificates, name);
    own(server);
    return at(server.host, server.port);
  }
  if (isOneOf(multiSiteServers, name)) {
    const { host, sites } = multiSiteServers[name];
    return at(host, (await serveSites(workplace, certificates, sites)).port);
  }
  return onFreePort(async (port) => at(await startOnPort(workplace, certificates, name, port), port));
}

function startOnPort(
  workplace: Workplace,
  certificates: Certificates,
  name: Exclude<TlsServerName, GnutlsServerName | MultiSiteServerName>,
  port: number,
): Promise<string> {
  if (isOneOf(opensslServers, name)) return startOpensslServer(workplace, certificates, name, port);
  if (isOneOf(nginxServers, name)) return startNginxServer(workplace, certificates, name, port);
  return startOldNodeServer(workplace, certificates, name, port);
}

async function serveAll<Kind extends CertificateKind>(
  workplace: Workplace,
  certificates: Certificates,
  kinds: readonly Kind[],
): Promise<Record<Kind, TlsServer>> {
  const made = await Promise.all(kinds.map((kind) => certificates.make(kind)));
  const weak = 'ssl_ciphers DEFAULT:@SECLEVEL=0';
  return onFreePorts(kinds.length, async (ports) => {
    const sites = made.map((certificate, index) => ({
      port: ports[index] ?? 0,
      certificates: [certificate],
      lines: [weak],
    }));
    await startNginx(workplace, `certificates-${sites[0]?.port}`, sites);
    const served = kinds.map((kind, index) => [kind, at(made[index]?.host ?? '', sites[index]?.port ?? 0)]);
    return Object.fromEntries(served) as Record<Kind, TlsServer>;
  });
}

function at(host: string, port: number): TlsServer {
  return { host, port, address: `127.0.0.1:${port}` };
}

function namesOf<Table extends object>(table: Table): (keyof Table)[] {
  return Object.keys(table) as (keyof Table)[];
}

function isOneOf<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return name in table;
}
