import { parseCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import { untilKeyExchange } from '../../../engines/tls/handshake/send-hello.ts';
import { commonSuites } from '../../../engines/tls/handshake/suite-selection.ts';
import type { KeyExchange } from '../../../protocols/tls-records/key-exchange.ts';
import { finiteFieldGroups, groupOfCurve, groupsBefore13 } from '../../../protocols/tls-records/registries/groups.ts';
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
  const name = older.find((one) => ecdheSuites(observed, one).suites.length > 0);
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
  const search = createCurveSearch(observed, ownCurves(observed));
  for (;;) {
    const offer = { version, suites: offered, groups: search.left() };
    const reply = await prober.ask(offer, { until: untilKeyExchange, hasNext: true });
    if (reply.kind === 'refused' || reply.hello.version !== version) return;
    if (!search.note(reply.flight.keyExchange)) return;
  }
}

/**
 * What is still to be asked for. The curves of the certificates are at the end of every list. A server that selects one of them may
 * prefer it to others that it accepts, so the others are then asked for without it; a refusal says that it has none, or would use
 * none with this certificate.
 */
function createCurveSearch(observed: Observed, ownOnes: readonly number[]) {
  let own = [...ownOnes];
  let others = groupsBefore13.filter((group) => !observed.groups.includes(group) && !own.includes(group));
  return {
    left: () => [...others, ...own],
    /** Notes what was selected; false if nothing more can be learnt. */
    note(key: KeyExchange | null): boolean {
      const group = key?.kind === 'curve' ? key.group : null;
      if (group === null || !(others.includes(group) || own.includes(group))) return false;
      if (!observed.groups.includes(group)) addGroup(observed.groups, group);
      others = others.filter((one) => one !== group);
      own = own.filter((one) => one !== group);
      return others.length + own.length > 0;
    },
  };
}

/**
 * The curves of the certificates. A client must support them for an ECDSA certificate to be used at all (RFC 8422 section
 * 5.1), so they stay in every list, at its end.
 */
function ownCurves({ servedChains }: Observed): number[] {
  return servedChains.flatMap(({ certificates }) => {
    const [leaf] = certificates ?? [];
    const curve = leaf === undefined ? null : (parseCertificate(leaf)?.x509.publicKey.curve ?? null);
    return curve === null ? [] : (groupOfCurve(curve) ?? []);
  });
}

/**
 * Sends one hello after the other until nothing new is picked; what is known from TLS 1.3 and from the suites is left out. Gives
 * the DHE suites that were picked.
 */
async function askForMore(prober: Prober, observed: Observed, name: VersionWithCurves): Promise<number[]> {
  const found: number[] = [];
  const ecdhe = ecdheSuites(observed, name);
  // Most servers accept no groups besides those of TLS 1.3.
  let hasNext = !groupsBefore13.some((group) => observed.groups.includes(group));
  const search = createCurveSearch(observed, ecdhe.isByEcdsa ? ownCurves(observed) : []);
  let dhe = otherDheSuites(observed, name);
  for (;;) {
    const suites = [...ecdhe.suites, ...dhe];
    const offer = { version: versions[name], suites, groups: [...search.left(), ...finiteFieldGroups] };
    const reply = await prober.ask(offer, { until: untilKeyExchange, hasNext, isUrgent: true });
    if (reply.kind === 'refused' || reply.hello.version !== versions[name]) break;
    const { suite } = reply.hello;
    const key = reply.flight.keyExchange;
    if (dhe.includes(suite)) {
      found.push(suite);
      noteServerKey(observed, suite, key);
      dhe = dhe.filter((one) => one !== suite);
    } else if (!search.note(key)) break;
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
function ecdheSuites({ versions: facts }: Observed, name: VersionName) {
  const accepted = suites.filter((suite) => suite.keyExchange === 'ECDHE' && facts[name].suites.includes(suite.name));
  const signedBy = (authentication: string): Suite[] => accepted.filter((one) => one.authentication === authentication);
  const byRsa = signedBy('RSA');
  return { suites: (byRsa.length > 0 ? byRsa : accepted).map(({ code }) => code), isByEcdsa: byRsa.length === 0 };
}
