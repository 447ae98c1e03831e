import { groupsBefore13 } from '../../protocols/tls-records/groups.ts';
import { type Suite, suites } from '../../protocols/tls-records/suites.ts';
import { type VersionName, versions } from '../../protocols/tls-records/versions.ts';
import { untilKeyExchange } from './ask.ts';
import type { Observed } from './observed.ts';
import type { Prober } from './prober.ts';

const older = ['TLSv1.2', 'TLSv1.1', 'TLSv1'] as const satisfies readonly VersionName[];

/**
 * The groups of a server without TLS 1.3, read from its key exchange in the newest version that has ECDHE.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateOlderGroups(prober: Prober, observed: Observed): Promise<void> {
  const name = older.find((one) => ecdheSuites(observed, one).length > 0);
  if (name !== undefined) {
    const offered = ecdheSuites(observed, name);
    let left = groupsBefore13;
    for (;;) {
      const offer = { version: versions[name], suites: offered, groups: left };
      const reply = await prober.ask(offer, { until: untilKeyExchange, hasNext: true });
      if (reply.kind === 'refused') break;
      const key = reply.flight.keyExchange;
      if (key?.kind !== 'curve' || key.group === null || !left.includes(key.group)) break;
      observed.groups.push(key.group);
      left = left.filter((group) => group !== key.group);
    }
  }
  observed.areGroupsComplete = true;
}

/** By RSA where there is any: a server with an ECDSA certificate wants its curve among those of the client too. */
function ecdheSuites({ versions: facts }: Observed, name: VersionName): number[] {
  const accepted = suites.filter((suite) => suite.keyExchange === 'ECDHE' && facts[name].suites.includes(suite.name));
  const signedBy = (authentication: string): Suite[] => accepted.filter((one) => one.authentication === authentication);
  const byRsa = signedBy('RSA');
  return (byRsa.length > 0 ? byRsa : accepted).map(({ code }) => code);
}
