import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAnnounced } from '../lab/src/announced-process.ts';
import { programArguments } from '../lab/src/processes/program-arguments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A process started by a test or for the whole run; its starter must stop it. */
export interface Served {
  readonly stop: () => Promise<void>;
}

/** Addresses (`ip:port`) of the DNS lab. */
export interface DnsLab extends Served {
  /** A recursive resolver for the zones of the lab. */
  readonly resolver: string;
  /** Never answers a query. */
  readonly silent: string;
  /** Answers every query with SERVFAIL. */
  readonly servfail: string;
  /** The root WHOIS server of the lab. */
  readonly whois: string;
  /** Base URL of the RDAP bootstrap files. */
  readonly rdapBootstrap: string;
}

/** Starts the DNS lab: name servers and a resolver on free ports of loopback. */
export async function startDnsLab(): Promise<DnsLab> {
  return startLab<Omit<DnsLab, 'stop'>>(['lab/src/serve.ts']);
}

/** Starts the built server in a private network, with hosts that are far, lossy, silent … (`lab/src/network/topology.ts`). */
export async function startSondeInNetworkLab(
  env: Readonly<Record<string, string>> = {},
): Promise<Served & { readonly url: string }> {
  const server = [process.execPath, '--enable-source-maps', 'apps/api/dist/server.js'];
  return startLab(['lab/src/serve-network.ts', ...server], {
    SONDE_RATE_LIMIT: 'off',
    SONDE_LOAD_SHEDDING: 'off',
    SONDE_LOG_LEVEL: 'error',
    ...env,
  });
}

/** TLS servers on 127.0.0.1, with names in the DNS lab. */
export interface TlsLab extends Served {
  /** PEM file of the trust anchor. */
  readonly caFile: string;
  /** By name or kind of certificate; `delayedPort` reaches the same server with a delay. */
  readonly servers: Readonly<Record<string, { host: string; port: number; delayedPort: number }>>;
}

/** Starts TLS servers, named as in `lab/src/tls/`. */
export async function startTlsLab(wanted: {
  readonly servers: readonly string[];
  readonly certificates: readonly string[];
  readonly delayMs: number;
}): Promise<TlsLab> {
  return startLab<Pick<TlsLab, 'caFile' | 'servers'>>([
    'lab/src/serve-tls.ts',
    ...['--servers', wanted.servers.join(','), '--certificates', wanted.certificates.join(',')],
    ...['--delay-ms', String(wanted.delayMs)],
  ]);
}

/** A name server with zones for the subdomain finder, and a word list for one of them. */
export interface NameLab extends Served {
  readonly server: string;
  readonly words: string;
}

export async function startNameLab(words: number): Promise<NameLab> {
  return startLab<Pick<NameLab, 'server' | 'words'>>(['lab/src/serve-names.ts', '--words', String(words)]);
}

/** Starts a lab in a separate process and reads the line of JSON with its addresses. */
async function startLab<Lab>(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<Lab & Served> {
  const { announced, stop } = await startAnnounced(
    process.execPath,
    [...(await programArguments(join(root, program))), ...args],
    {
      on: 'stdout',
      line: /^({.*})$/,
      cwd: root,
      env: { ...process.env, ...env },
    },
  );
  return { ...(JSON.parse(announced) as Lab), stop };
}

/** Starts the built server on a free port; `env` is its configuration. */
export async function startSonde(env: Readonly<Record<string, string>>): Promise<Served & { readonly url: string }> {
  const { announced, stop } = await startAnnounced(
    process.execPath,
    ['--enable-source-maps', 'apps/api/dist/server.js'],
    {
      on: 'stderr',
      line: /is ready: (\S+)/,
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: '0',
        SONDE_RATE_LIMIT: 'off',
        // Tests in parallel make the machine slow, which says nothing about the page.
        SONDE_LOAD_SHEDDING: 'off',
        SONDE_LOG_LEVEL: 'error',
        ...env,
      },
    },
  );
  return { url: announced, stop };
}
