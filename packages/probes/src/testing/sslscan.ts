import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, type TlsServer } from '@sonde/lab';
import { groupName } from '../protocols/tls-records/groups.ts';
import { suiteName } from '../protocols/tls-records/suites.ts';
import { versionNames } from '../protocols/tls-records/versions.ts';
import { measureServer } from './measure-server.ts';

/** What a server accepts; everything sorted, since sslscan has an order of its own. */
export interface Accepted {
  readonly versions: readonly string[];
  readonly suites: Readonly<Record<string, readonly string[]>>;
  readonly groups: readonly string[];
}

/** Sorted suites of those versions that have any. */
function sortedSuites(entries: readonly (readonly [string, readonly string[]])[]): Accepted['suites'] {
  return Object.fromEntries(
    entries.filter(([, names]) => names.length > 0).map(([name, all]) => [name, [...all].sort()]),
  );
}

/** What sslscan finds, by the names of the registries. */
export async function runSslscan({ host, port }: TlsServer): Promise<Accepted> {
  const file = join(tmpdir(), `sslscan-${process.pid}-${port}.xml`);
  await runCommand('sslscan', [`--xml=${file}`, `--sni-name=${host}`, '--no-heartbleed', `127.0.0.1:${port}`]);
  const xml = await readFile(file, 'utf8');
  await rm(file);
  const rows = (pattern: RegExp) =>
    [...xml.matchAll(pattern)].map(([, first = '', second = '']) => [first, second] as const);
  const ciphers = rows(/<cipher status="\w+" sslversion="([^"]+)"[^>]* id="(0x[0-9A-Fa-f]+)"/g);
  const enabled = rows(/<protocol type="(\w+)" version="([^"]+)" enabled="1"/g);
  const groups = rows(/<group [^>]*id="(0x[0-9A-Fa-f]+)"/g);
  return {
    versions: enabled.map(([type, version]) => (type === 'ssl' ? `SSLv${version}` : tlsName(`TLSv${version}`))).sort(),
    suites: sortedSuites(
      versionNames.map((name) => [
        name,
        ciphers.filter(([version]) => tlsName(version) === name).map(([, id]) => suiteName(Number(id))),
      ]),
    ),
    groups: [...new Set(groups.map(([id]) => groupName(Number(id))))].sort(),
  };
}

function tlsName(version: string): string {
  return version === 'TLSv1.0' ? 'TLSv1' : version;
}

/** What our engine finds. */
export async function runSonde({ host, port }: TlsServer): Promise<Accepted> {
  const { observed } = await measureServer({ port, host });
  return {
    versions: versionNames.filter((name) => observed.versions[name].isAccepted).sort(),
    suites: sortedSuites(versionNames.map((name) => [name, observed.versions[name].suites])),
    groups: observed.groups.map(groupName).sort(),
  };
}
