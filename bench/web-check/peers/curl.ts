import { runPeer, runPeerWithNames } from './run-peer.ts';

/** The parts of one request, in milliseconds; null where there is no such part. */
export interface Times {
  readonly dns: number | null;
  readonly tcp: number;
  readonly tls: number | null;
  readonly firstByte: number;
  readonly total: number;
}

const MARKS = ['namelookup', 'connect', 'appconnect', 'pretransfer', 'starttransfer', 'total'];
/** As a browser asks, and Sonde. */
const asBrowser = [
  ...['-A', 'Sonde', '-H', 'Accept: text/html,application/xhtml+xml,*/*;q=0.8'],
  ...['-H', 'Accept-Encoding: gzip, deflate, br'],
];

/** The times of one GET, with `curl -w`. @param resolver null if the names need not be looked up */
export async function curlTimes(url: string, resolver: string | null): Promise<Times> {
  const { hostname, port, protocol } = new URL(url);
  const format = MARKS.map((mark) => `%{time_${mark}}`).join(' ');
  const args = ['-sS', '-k', '-4', '-o', '/dev/null', '-w', `${format}\\n`, ...asBrowser];
  const said =
    resolver === null
      ? await runPeer('curl', [...args, '--resolve', `${hostname}:${port}:127.0.0.1`, url])
      : await runPeerWithNames({ resolver }, 'curl', [...args, url]);
  const marks = said
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds) * 1000);
  const [dns = 0, tcp = 0, tls = 0, sent = 0, first = 0, total = 0] = marks;
  if (marks.length !== MARKS.length || !(total > 0)) throw new Error(`curl on ${url}: ${said}`);
  return {
    dns: resolver === null ? null : dns,
    tcp: tcp - dns,
    tls: protocol === 'https:' ? tls - tcp : null,
    firstByte: first - sent,
    total,
  };
}

/** The requests that `curl -L` makes, each as `host:port/path status`, ten at most. */
export async function curlFollows(url: string, ports: readonly number[]): Promise<string[]> {
  const resolve = ports.flatMap((port) => ['--resolve', `*:${port}:127.0.0.1`]);
  const args = ['-sS', '-k', '-L', '-v', '--max-redirs', '9', '-o', '/dev/null', ...resolve, ...asBrowser, url];
  const said = await runPeer('curl', args);
  const requests = [...said.matchAll(/^> GET (\S+) HTTP\/\S+\r?\n> Host: (\S+)/gm)].map(
    ([, path, host]) => `${host?.toLowerCase()}${path}`,
  );
  const statuses = [...said.matchAll(/^< HTTP\/\S+ (\d+)/gm)].map(([, status]) => status);
  if (requests.length === 0) throw new Error(`curl on ${url}: ${said}`);
  return requests.map((request, index) => `${request} ${statuses[index]}`);
}
