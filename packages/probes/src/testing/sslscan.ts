import { sslscan, type TlsServer } from '@sonde/lab';
import { groupName } from '../protocols/tls-records/registries/groups.ts';
import { suiteName } from '../protocols/tls-records/registries/suites.ts';
import { versionNames } from '../protocols/tls-records/registries/versions.ts';
import { measureServer } from './measure-server.ts';

/** What a server accepts; sorted, since sslscan uses an order of its own. */
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

/** What sslscan finds, with the names of the registries. */
export async function runSslscan(server: TlsServer): Promise<Accepted> {
  const { versions, suites, groups } = await sslscan(server);
  return {
    versions: [...versions].sort(),
    suites: sortedSuites(Object.entries(suites).map(([name, ids]) => [name, ids.map(suiteName)])),
    groups: groups.map(groupName).sort(),
  };
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
