import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPeer } from './run-peer.ts';

const TIMEOUT_MS = 180_000;

/** What the header block of testssl.sh says about a page, in the words in which both are compared. */
export type HeaderFacts = Readonly<Record<string, string | number | boolean | null>>;

/** Only header fields: `testssl.sh --headers`. */
export async function testsslHeaders(host: string, port: number): Promise<HeaderFacts> {
  const file = join(tmpdir(), `testssl-${process.pid}-${port}.json`);
  const quiet = ['--quiet', '--color', '0', '--warnings', 'off', '--jsonfile', file];
  const said = await runPeer('testssl', ['--headers', ...quiet, '--ip', '127.0.0.1', `${host}:${port}`], TIMEOUT_MS);
  try {
    const rows: readonly { readonly id: string; readonly finding: string }[] = JSON.parse(await readFile(file, 'utf8'));
    return factsOf(new Map(rows.map(({ id, finding }) => [id, finding])));
  } catch (error) {
    throw new Error(`testssl.sh on ${host}:${port}: ${said}`, { cause: error });
  } finally {
    await rm(file, { force: true });
  }
}

function factsOf(said: ReadonlyMap<string, string>): HeaderFacts {
  const first = (id: string, pattern: RegExp) => pattern.exec(said.get(id) ?? '')?.[1] ?? null;
  const numberIn = (id: string, pattern: RegExp) => {
    const found = first(id, pattern);
    return found === null ? null : Number(found);
  };
  const hasHsts = said.has('HSTS_time');
  const cookies = numberIn('cookie_count', /^(\d+)/) ?? 0;
  return {
    status: numberIn('HTTP_status_code', /^(\d{3})/),
    'hsts seconds': numberIn('HSTS_time', /=\s*(\d+) seconds/),
    'hsts subdomains': hasHsts ? /includes/.test(said.get('HSTS_subdomains') ?? '') : null,
    'hsts preload': hasHsts ? /\bIS\b/.test(said.get('HSTS_preload') ?? '') : null,
    cookies,
    'cookies secure': cookies === 0 ? 0 : numberIn('cookie_secure', /^(\d+)/),
    'cookies hidden from scripts': cookies === 0 ? 0 : numberIn('cookie_httponly', /^(\d+)/),
    server: said.get('banner_server') ?? null,
    'x-frame-options': said.get('X-Frame-Options') ?? null,
    'x-content-type-options': said.get('X-Content-Type-Options') ?? null,
    'content-security-policy': said.get('Content-Security-Policy') ?? null,
    'referrer-policy': said.get('Referrer-Policy') ?? null,
  };
}
