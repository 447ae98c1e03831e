import { alerts } from '../../protocols/tls-records/alerts.ts';
import { suiteName } from '../../protocols/tls-records/suites.ts';
import { type VersionName, versions } from '../../protocols/tls-records/versions.ts';
import { untilDoubtfulKey } from './ask.ts';
import { bundlesOf, families } from './candidates.ts';
import type { Accepted } from './first-hello.ts';
import type { Observed } from './observed.ts';
import type { Prober } from './prober.ts';

/**
 * A server with more suites than this is asked for several families at once. Up to here the order is exactly the
 * server's; beyond it, it is so within each family.
 */
const SPLIT_AFTER = 12;

/**
 * One question: the suite the server picks; `refused` also when it picks what was not offered; `hung-up` when it gave no
 * reason, and may have failed at what it picked.
 */
type Pick = (offered: readonly number[]) => Promise<number | 'refused' | 'hung-up'>;

export type OlderVersion = Exclude<VersionName, 'SSLv2' | 'TLSv1.3'>;

/** How the server met a version: `unknown-version` is its own word for it, and true of all older ones as well. */
export type Reception = 'accepted' | 'refused' | 'unknown-version';

/**
 * Finds the suites of a version up to TLS 1.2: offers all, takes away what the server picks, and offers the rest, until
 * it refuses. `first` is what the server has picked already when it was offered the usual suites of this version.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateSuites(
  prober: Prober,
  name: OlderVersion,
  observed: Observed,
  first: Accepted | null = null,
): Promise<Reception> {
  const facts = observed.versions[name];
  const version = versions[name];
  const bundles = bundlesOf(version);
  const [usual = [], ...others] = bundles;
  // One list for each bundle, so that what is found at the same time does not mix.
  const found = bundles.map((): string[] => []);
  const note = (bundle: number, accepted: Accepted) => {
    facts.isAccepted = true;
    found[bundle]?.push(suiteName(accepted.hello.suite));
    facts.suites.splice(0, facts.suites.length, ...found.flat());
    noteKey(observed, accepted);
  };
  let isFinal = false;
  let isUnknownVersion = false;
  const pickFrom =
    (bundle: number): Pick =>
    async (offered) => {
      const reply = await prober.ask(
        { version, suites: offered },
        { until: untilDoubtfulKey, hasNext: (found[bundle] ?? []).length > 0 },
      );
      // "Not this version" is final, and so is another version; any other refusal may be meant for the suites.
      isUnknownVersion = reply.kind === 'refused' && reply.alert === alerts.protocolVersion;
      isFinal = isUnknownVersion || (reply.kind === 'accepted' && reply.hello.version !== version);
      if (reply.kind === 'refused' && reply.alert === null) return 'hung-up';
      if (reply.kind === 'refused' || isFinal || !offered.includes(reply.hello.suite)) return 'refused';
      note(bundle, reply);
      return reply.hello.suite;
    };
  const drainAll = (lists: readonly (readonly number[])[]) =>
    Promise.all(
      lists.map((list, bundle) =>
        drain(list, pickFrom(bundle), { mayHurry: () => !prober.isSerial(), mayStumble: bundle === 0 }),
      ),
    );

  if (first !== null) note(0, first);
  const picked = first === null ? await pickFrom(0)(usual) : first.hello.suite;
  const isPicked = typeof picked === 'number';
  const rest = isPicked ? usual.filter((code) => code !== picked) : [];
  const isUnknown = isUnknownVersion;
  if (isPicked || !isFinal) await drainAll([rest, ...others]);
  facts.isAccepted ??= false;
  facts.isComplete = true;
  if (facts.isAccepted) return 'accepted';
  return isUnknown ? 'unknown-version' : 'refused';
}

interface Manner {
  /** Several families at once when there are many suites. */
  mayHurry(): boolean;
  /** A server that hangs up may have stumbled over one suite, such as DHE without parameters: look beyond it. */
  readonly mayStumble: boolean;
}

const patient: Manner = { mayHurry: () => false, mayStumble: false };

/** Picks until the server refuses. */
async function drain(offered: readonly number[], pick: Pick, { mayHurry, mayStumble }: Manner): Promise<void> {
  let left = offered;
  const drainFamilies = () => Promise.all(families(left).map((family) => drain(family, pick, patient)));
  for (let picks = 0; left.length > 0; picks += 1) {
    if (picks >= SPLIT_AFTER && mayHurry()) {
      await drainFamilies();
      return;
    }
    const picked = await pick(left);
    if (picked === 'hung-up' && mayStumble) await drainFamilies();
    if (typeof picked !== 'number') return;
    left = left.filter((code) => code !== picked);
  }
}

/** Keeps the smallest fresh keys, since one small key is enough for an attack. */
function noteKey(observed: Observed, { flight: { keyExchange } }: Accepted): void {
  if (keyExchange?.kind === 'finite-field') {
    observed.minDhBits = Math.min(observed.minDhBits ?? keyExchange.bits, keyExchange.bits);
  }
  if (keyExchange?.kind === 'rsa') {
    observed.minExportBits = Math.min(observed.minExportBits ?? keyExchange.bits, keyExchange.bits);
  }
}
