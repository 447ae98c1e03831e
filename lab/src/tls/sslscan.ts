import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../processes/commands.ts';
import type { TlsServer } from './tls-lab.ts';

/** The report of sslscan: versions named `SSLv2` to `TLSv1.3`, suites and groups by number. */
export interface SslscanReport {
  readonly versions: readonly string[];
  readonly suites: Readonly<Record<string, readonly number[]>>;
  readonly groups: readonly number[];
}

/** Runs sslscan and nothing else, so that callers can measure its time. */
export async function sslscan(
  { host, port }: Pick<TlsServer, 'host' | 'port'>,
  timeoutMs?: number,
): Promise<SslscanReport> {
  const file = join(tmpdir(), `sslscan-${process.pid}-${port}.xml`);
  await runCommand('sslscan', [`--xml=${file}`, `--sni-name=${host}`, `127.0.0.1:${port}`], undefined, timeoutMs);
  const xml = await readFile(file, 'utf8');
  await rm(file);
  return parseReport(xml);
}

function parseReport(xml: string): SslscanReport {
  const rows = (pattern: RegExp) =>
    [...xml.matchAll(pattern)].map(([, first = '', second = '']) => [first, second] as const);
  const suites: Record<string, number[]> = {};
  for (const [version, id] of rows(/<cipher status="\w+" sslversion="([^"]+)"[^>]* id="(0x[0-9A-Fa-f]+)"/g)) {
    const name = nameOf(version);
    suites[name] = [...(suites[name] ?? []), Number(id)];
  }
  const enabled = rows(/<protocol type="(\w+)" version="([^"]+)" enabled="1"/g);
  const groups = rows(/<group [^>]*id="(0x[0-9A-Fa-f]+)"/g).map(([id]) => Number(id));
  return {
    versions: enabled.map(([type, version]) => nameOf(`${type === 'ssl' ? 'SSL' : 'TLS'}v${version}`)),
    suites,
    groups: [...new Set(groups)],
  };
}

function nameOf(version: string): string {
  return version === 'TLSv1.0' ? 'TLSv1' : version;
}
