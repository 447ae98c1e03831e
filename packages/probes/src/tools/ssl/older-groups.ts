import { groupsBefore13 } from '../../protocols/tls-records/groups.ts';
import { type Suite, suites } from '../../protocols/tls-records/suites.ts';
import { type VersionName, versions } from '../../protocols/tls-records/versions.ts';
import { untilKeyExchange } from './ask.ts';
import type { Observed } from './observed.ts';
import type { Prober } from './prober.ts';

const older = ['TLSv1.2', 'TLSv1.1', 'TLSv1'] as const satisfies readonly VersionName[];

/**
 * The groups that a server accepts below TLS 1.3, read from its key exchange in the newest version that has ECDHE. Those
 * that TLS 1.3 has shown are not asked for again: some libraries accept more in TLS 1.2, among them brainpool and binary
 * curves, which the older version alone knows (RFC 8446 section 4.2.7).
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateOlderGroups(prober: Prober, observed: Observed): Promise<void> {
  const name = older.find((one) => ecdheSuites(observed, one).length > 0);
  if (name !== undefined) {
    const offered = ecdheSuites(observed, name);
    let left = groupsBefore13.filter((group) => !observed.groups.includes(group));
    // After TLS 1.3 most servers have nothing to add.
    let hasNext = left.length === groupsBefore13.length;
    while (left.length > 0) {
      const offer = { version: versions[name], suites: offered, groups: left };
      const reply = await prober.ask(offer, { until: untilKeyExchange, hasNext });
      if (reply.kind === 'refused') break;
      const key = reply.flight.keyExchange;
      if (key?.kind !== 'curve' || key.group === null || !left.includes(key.group)) break;
      observed.groups.push(key.group);
      hasNext = true;
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
