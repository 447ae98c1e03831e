import { finiteFieldGroups, groupsBefore13 } from '../../protocols/tls-records/groups.ts';
import { type Suite, suiteName, suiteOf, suites } from '../../protocols/tls-records/suites.ts';
import { type VersionName, versions } from '../../protocols/tls-records/versions.ts';
import { untilKeyExchange } from './ask.ts';
import { usualSuites } from './candidates.ts';
import { noteKey } from './dh-keys.ts';
import type { Observed } from './observed.ts';
import type { Prober } from './prober.ts';

const older = ['TLSv1.2', 'TLSv1.1', 'TLSv1'] as const satisfies readonly VersionName[];
type OlderVersion = (typeof older)[number];

/**
 * What a server accepts below TLS 1.3 only from a client that names the group: groups of ECDHE, read from its key exchange
 * in the newest version that has any, and suites of DHE. Some libraries know more curves than in TLS 1.3, among them
 * brainpool and binary ones, which the older version alone has (RFC 8446 section 4.2.7). GnuTLS without parameters of its own
 * has DHE for clients that name a finite field (RFC 7919 section 4); those were not named before, because a server that
 * has other parameters must then refuse.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateOlderGroups(prober: Prober, observed: Observed): Promise<void> {
  const name = older.find((one) => ecdheSuites(observed, one).length > 0);
  if (name !== undefined) await askForMore(prober, observed, name);
  observed.areGroupsComplete = true;
}

/** One question until nothing new is picked: what TLS 1.3 and the search for suites have shown is not asked for again. */
async function askForMore(prober: Prober, observed: Observed, name: OlderVersion): Promise<void> {
  const ecdhe = ecdheSuites(observed, name);
  let groups = groupsBefore13.filter((group) => !observed.groups.includes(group));
  let dhe = otherDheSuites(observed, name);
  // After TLS 1.3 most servers have nothing to add.
  let hasNext = groups.length === groupsBefore13.length;
  for (;;) {
    const offer = { version: versions[name], suites: [...ecdhe, ...dhe], groups: [...groups, ...finiteFieldGroups] };
    const reply = await prober.ask(offer, { until: untilKeyExchange, hasNext });
    if (reply.kind === 'refused' || reply.hello.version !== versions[name]) break;
    const { suite } = reply.hello;
    const key = reply.flight.keyExchange;
    if (dhe.includes(suite)) {
      observed.versions[name].suites.push(suiteName(suite));
      noteKey(observed, suite, key);
      dhe = dhe.filter((one) => one !== suite);
    } else if (key?.kind === 'curve' && key.group !== null && groups.includes(key.group)) {
      observed.groups.push(key.group);
      groups = groups.filter((group) => group !== key.group);
    } else break;
    hasNext = true;
  }
}

/** Of those that servers of the public have, the ones that were not picked without a group. */
function otherDheSuites({ versions: facts }: Observed, name: OlderVersion): number[] {
  return usualSuites(versions[name]).filter((code) => {
    const suite = suiteOf(code);
    return suite?.keyExchange === 'DHE' && !facts[name].suites.includes(suite.name);
  });
}

/** By RSA where there is any: a server with an ECDSA certificate wants its curve among those of the client too. */
function ecdheSuites({ versions: facts }: Observed, name: VersionName): number[] {
  const accepted = suites.filter((suite) => suite.keyExchange === 'ECDHE' && facts[name].suites.includes(suite.name));
  const signedBy = (authentication: string): Suite[] => accepted.filter((one) => one.authentication === authentication);
  const byRsa = signedBy('RSA');
  return (byRsa.length > 0 ? byRsa : accepted).map(({ code }) => code);
}
