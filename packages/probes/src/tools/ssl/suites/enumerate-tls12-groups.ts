import { untilKeyExchange } from '../../../engines/tls/handshake/send-hello.ts';
import { commonSuites } from '../../../engines/tls/handshake/suite-selection.ts';
import { finiteFieldGroups, groupsBefore13 } from '../../../protocols/tls-records/registries/groups.ts';
import { type Suite, suiteName, suiteOf, suites } from '../../../protocols/tls-records/registries/suites.ts';
import { type VersionName, versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed } from '../observed.ts';
import type { Prober } from '../prober/prober.ts';
import { addGroup } from './add-group.ts';
import { noteServerKey } from './dh-keys.ts';

const older = ['TLSv1.2', 'TLSv1.1', 'TLSv1'] as const satisfies readonly VersionName[];
type VersionWithCurves = (typeof older)[number];

/**
 * Finds what a server accepts up to TLS 1.2 only from a client that names the group: ECDHE groups, read from the key exchange of
 * the newest version that has any, and DHE suites. Some libraries support curves there that TLS 1.3 does not have, such as
 * brainpool and binary ones (RFC 8446 section 4.2.7). GnuTLS without parameters of its own accepts DHE from clients that name a
 * finite field (RFC 7919 section 4). Those are not named earlier, because a server with other parameters must then refuse.
 * Begins when all other suites are known; `sorted` settles when they are in order, and what is found comes behind them.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateTls12Groups(prober: Prober, observed: Observed, sorted: Promise<void>): Promise<void> {
  const name = older.find((one) => ecdheSuites(observed, one).length > 0);
  if (name === undefined) return;
  const found = await askForMore(prober, observed, name);
  await sorted;
  observed.versions[name].suites.push(...found.map(suiteName));
}

/**
 * The same for ECDHE groups only, without waiting for the accepted suites: offers all common ones. If TLS 1.3 has shown no
 * groups, running this beside the search for suites saves a row of exchanges at the end of a check.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function findCurvesEarly(prober: Prober, observed: Observed, version: number): Promise<void> {
  const offered = commonSuites(version).filter((code) => suiteOf(code)?.keyExchange === 'ECDHE');
  for (;;) {
    const groups = groupsBefore13.filter((group) => !observed.groups.includes(group));
    const offer = { version, suites: offered, groups };
    const reply = await prober.ask(offer, { until: untilKeyExchange, hasNext: true });
    if (reply.kind === 'refused' || reply.hello.version !== version) return;
    const key = reply.flight.keyExchange;
    if (key?.kind !== 'curve' || key.group === null || !groups.includes(key.group)) return;
    addGroup(observed.groups, key.group);
  }
}

/**
 * Sends one hello after the other until nothing new is picked; what is known from TLS 1.3 and from the suites is left out. Gives
 * the DHE suites that were picked.
 */
async function askForMore(prober: Prober, observed: Observed, name: VersionWithCurves): Promise<number[]> {
  const found: number[] = [];
  const ecdhe = ecdheSuites(observed, name);
  let groups = groupsBefore13.filter((group) => !observed.groups.includes(group));
  let dhe = otherDheSuites(observed, name);
  // Most servers accept no groups besides those of TLS 1.3.
  let hasNext = groups.length === groupsBefore13.length;
  for (;;) {
    const offer = { version: versions[name], suites: [...ecdhe, ...dhe], groups: [...groups, ...finiteFieldGroups] };
    const reply = await prober.ask(offer, { until: untilKeyExchange, hasNext, isUrgent: true });
    if (reply.kind === 'refused' || reply.hello.version !== versions[name]) break;
    const { suite } = reply.hello;
    const key = reply.flight.keyExchange;
    if (dhe.includes(suite)) {
      found.push(suite);
      noteServerKey(observed, suite, key);
      dhe = dhe.filter((one) => one !== suite);
    } else if (key?.kind === 'curve' && key.group !== null && groups.includes(key.group)) {
      addGroup(observed.groups, key.group);
      groups = groups.filter((group) => group !== key.group);
    } else break;
    hasNext = true;
  }
  return found;
}

/** The common DHE suites that were not accepted without a named group. */
function otherDheSuites({ versions: facts }: Observed, name: VersionWithCurves): number[] {
  return commonSuites(versions[name]).filter((code) => {
    const suite = suiteOf(code);
    return suite?.keyExchange === 'DHE' && !facts[name].suites.includes(suite.name);
  });
}

/** Those signed with RSA, if any: with ECDSA, the client must also support the curve of the certificate. */
function ecdheSuites({ versions: facts }: Observed, name: VersionName): number[] {
  const accepted = suites.filter((suite) => suite.keyExchange === 'ECDHE' && facts[name].suites.includes(suite.name));
  const signedBy = (authentication: string): Suite[] => accepted.filter((one) => one.authentication === authentication);
  const byRsa = signedBy('RSA');
  return (byRsa.length > 0 ? byRsa : accepted).map(({ code }) => code);
}
