import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// Far above what a start takes: on a busy machine slow is not wrong.
const START_MS = 60_000;
const STOP_MS = 10_000;

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
  const { line, stop } = await startLab(['lab/src/serve.ts']);
  return { ...(JSON.parse(line) as Omit<DnsLab, 'stop'>), stop };
}

/** Starts the built server in a network of its own, with hosts that are far, lossy, silent … (`lab/src/network/topology.ts`). */
export async function startSondeInNetworkLab(): Promise<Served & { readonly url: string }> {
  const server = [process.execPath, '--enable-source-maps', 'apps/api/dist/server.js'];
  const child = spawn(`${root}node_modules/.bin/tsx`, ['lab/src/serve-network.ts', ...server], {
    cwd: root,
    env: { ...process.env, SONDE_RATE_LIMIT: 'off', SONDE_LOG_LEVEL: 'error' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const stop = () => end(child);
  const line = await firstLine(child, 'the network lab').catch((error) => stop().then(() => Promise.reject(error)));
  return { url: (JSON.parse(line) as { url: string }).url, stop };
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
  const { line, stop } = await startLab([
    'lab/src/serve-tls.ts',
    ...['--servers', wanted.servers.join(','), '--certificates', wanted.certificates.join(',')],
    ...['--delay-ms', String(wanted.delayMs)],
  ]);
  return { ...(JSON.parse(line) as Pick<TlsLab, 'caFile' | 'servers'>), stop };
}

async function startLab(args: readonly string[]): Promise<Served & { readonly line: string }> {
  const child = spawn(`${root}node_modules/.bin/tsx`, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = () => end(child);
  const line = await firstLine(child, 'the lab').catch((error) => stop().then(() => Promise.reject(error)));
  return { line, stop };
}

/** A name server with zones to be searched, and a list of words for one of them. */
export interface NameLab extends Served {
  readonly server: string;
  readonly words: string;
}

export async function startNameLab(words: number): Promise<NameLab> {
  const { line, stop } = await startLab(['lab/src/serve-names.ts', '--words', String(words)]);
  return { ...(JSON.parse(line) as Pick<NameLab, 'server' | 'words'>), stop };
}

/** Starts the built server, as a visitor's installation runs it, on a free port; `env` is its configuration. */
export async function startSonde(env: Readonly<Record<string, string>>): Promise<Served & { readonly url: string }> {
  const child = spawn(process.execPath, ['--enable-source-maps', 'apps/api/dist/server.js'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      SONDE_RATE_LIMIT: 'off',
      SONDE_LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = () => end(child);
  const line = await firstLine(child, 'the server').catch((error) => stop().then(() => Promise.reject(error)));
  const url = /https?:\/\/\S+/.exec(line)?.[0];
  if (url === undefined) {
    await stop();
    throw new Error(`The server did not start: ${line}`);
  }
  return { url, stop };
}

/** The first line a process prints once it is ready: the lab its addresses, the server where it listens. */
async function firstLine(child: ChildProcess, name: string): Promise<string> {
  const stream = child.stdout ?? child.stderr;
  if (stream === null) throw new Error(`Nothing can be read from ${name}.`);
  const lines = createInterface({ input: stream });
  const signal = AbortSignal.timeout(START_MS);
  const [line] = await Promise.race([
    once(lines, 'line', { signal }),
    once(child, 'exit', { signal }).then(([code]) =>
      Promise.reject(new Error(`${name} ended with exit code ${code}.`)),
    ),
  ]);
  // From here on only what goes wrong is of interest.
  lines.on('line', (text) => process.stderr.write(`${name}: ${text}\n`));
  return String(line);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
