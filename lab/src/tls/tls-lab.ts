import { onFreePort, onFreePorts } from '../free-port.ts';
import { openWorkplace, type Workplace } from '../workplace.ts';
import { type Certificates, createCertificates } from './certificates.ts';
import { type GnutlsServerName, gnutlsServers, startGnutlsServer } from './gnutls-servers.ts';
import { type MailServer, startMailServer } from './mail-servers.ts';
import { startNginx } from './nginx.ts';
import { type NginxServerName, nginxServers, startNginxServer } from './nginx-servers.ts';
import { type OldNodeServerName, oldNodeServers, startOldNodeServer } from './old-node-servers.ts';
import { type OpensslServerName, opensslServers, startOpensslServer } from './openssl-servers.ts';
import { type Place, type PlaceServerName, placeServers, servePlaces } from './place-servers.ts';
import { startTlsProgram, type TlsProgramName } from './programs/start-program.ts';
import { type CertificateKind, recipes } from './recipes.ts';
import { type StartTlsServer, type StartTlsServerName, startStartTlsServer } from './start-tls-servers.ts';

export type TlsServerName =
  | OpensslServerName
  | NginxServerName
  | GnutlsServerName
  | OldNodeServerName
  | PlaceServerName;

/** A server of the lab on 127.0.0.1. */
export interface TlsServer {
  /** The name that its certificate is for; the DNS lab gives 127.0.0.1 for it. */
  readonly host: string;
  readonly port: number;
  /** `127.0.0.1:port`. */
  readonly address: string;
}

/** TLS servers by other hands, and certificates of every kind. */
export interface TlsLab {
  readonly directory: string;
  readonly processIds: readonly number[];
  /** PEM of the only anchor to trust here. */
  readonly caFile: string;
  readonly certificates: Certificates;
  /** Starts a server on a free port; a second call gives the same. */
  start(name: TlsServerName): Promise<TlsServer>;
  /** One nginx that serves these certificates, each on a port of its own. */
  serve<Kind extends CertificateKind>(kinds: readonly Kind[]): Promise<Readonly<Record<Kind, TlsServer>>>;
  /** One nginx with these sites, all on one free port: several addresses, several names. */
  servePlaces(places: readonly Place[]): Promise<{ readonly port: number }>;
  /** Dovecot: SMTP, IMAP and POP3, which switch to TLS when they are asked to. */
  startMail(): Promise<MailServer>;
  /** One that switches to TLS when it is asked to; each call starts another. */
  startStartTls(name: StartTlsServerName): Promise<StartTlsServer>;
  /** A server program as its package or manual configures it; each call starts another. */
  startProgram(name: TlsProgramName): Promise<TlsServer>;
  stop(): Promise<void>;
}

export const tlsServerNames: readonly TlsServerName[] = [
  ...namesOf(opensslServers),
  ...namesOf(nginxServers),
  ...namesOf(gnutlsServers),
  ...namesOf(oldNodeServers),
  ...namesOf(placeServers),
];
export const certificateKinds: readonly CertificateKind[] = namesOf(recipes);

/** Nothing runs yet: servers start when they are asked for, in a temporary directory of their own. */
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
    servePlaces: (places: readonly Place[]) => servePlaces(workplace, certificates, places),
    startMail: () => startMailServer(workplace, certificates),
    startStartTls: (name: StartTlsServerName) => startStartTlsServer(workplace, certificates, name),
    async startProgram(name: TlsProgramName) {
      const program = await startTlsProgram(workplace, certificates, name);
      own(program);
      return at(program.host, program.port);
    },
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
  if (isOneOf(placeServers, name)) {
    const { host, places } = placeServers[name];
    return at(host, (await servePlaces(workplace, certificates, places)).port);
  }
  return onFreePort(async (port) => at(await startOnPort(workplace, certificates, name, port), port));
}

function startOnPort(
  workplace: Workplace,
  certificates: Certificates,
  name: Exclude<TlsServerName, GnutlsServerName | PlaceServerName>,
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
