import { fileURLToPath } from 'node:url';
import { startAnnounced } from '../lab/src/announced-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A process that a test or the whole run has started; whoever started it stops it. */
export interface Served {
  readonly stop: () => Promise<void>;
}

/** Addresses (`ip:port`) of the DNS lab. */
export interface DnsLab extends Served {
  /** A recursive resolver over the lab's zones. */
  readonly resolver: string;
  /** Takes every question and never answers. */
  readonly silent: string;
  /** Answers every question with SERVFAIL. */
  readonly servfail: string;
  /** The root of the lab's registries. */
  readonly whois: string;
  /** Base address of the files that name its RDAP servers. */
  readonly rdapBootstrap: string;
}

/** Starts the DNS lab: name servers and a resolver by other hands, on free ports of loopback. */
export async function startDnsLab(): Promise<DnsLab> {
  return startLab<Omit<DnsLab, 'stop'>>(['lab/src/serve.ts']);
}

/** Starts the built server in a network of its own, with hosts that are far, lossy, silent … (`lab/src/network/topology.ts`). */
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

/** TLS servers on 127.0.0.1 under names that the DNS lab knows. */
export interface TlsLab extends Served {
  /** PEM of the anchor to trust. */
  readonly caFile: string;
  /** By name or kind of certificate; `delayedPort` leads to the same server further away. */
  readonly servers: Readonly<Record<string, { host: string; port: number; delayedPort: number }>>;
}

/** Starts TLS servers by other hands, named as in `lab/src/tls/`. */
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

/** A name server with zones to be searched, and a list of words for one of them. */
export interface NameLab extends Served {
  readonly server: string;
  readonly words: string;
}

export async function startNameLab(words: number): Promise<NameLab> {
  return startLab<Pick<NameLab, 'server' | 'words'>>(['lab/src/serve-names.ts', '--words', String(words)]);
}

/** Starts a lab in a process of its own; the line of JSON that it prints says what is where. */
async function startLab<Lab>(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Lab & Served> {
  const { announced, stop } = await startAnnounced(process.execPath, ['--import', 'tsx', ...args], {
    on: 'stdout',
    line: /^({.*})$/,
    cwd: root,
    env: { ...process.env, ...env },
  });
  return { ...(JSON.parse(announced) as Lab), stop };
}

/** Starts the built server, as a visitor's installation runs it, on a free port; `env` is its configuration. */
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
        // The machine is late while a test runs beside others; that says nothing about the page.
        SONDE_LOAD_SHEDDING: 'off',
        SONDE_LOG_LEVEL: 'error',
        ...env,
      },
    },
  );
  return { url: announced, stop };
}
