import { alerts } from '../../protocols/tls-records/alerts.ts';
import { type VersionName, versions } from '../../protocols/tls-records/versions.ts';
import type { AlpnSearch } from './alpn-search.ts';
import type { Accepted } from './ask.ts';
import { untilDoubtfulKey } from './ask.ts';
import { bundlesOf, families, usualSuites } from './candidates.ts';
import { noteKey } from './dh-keys.ts';
import type { Observed } from './observed.ts';
import type { Prober, Reply } from './prober.ts';
import { createSuiteChains, type SuiteChains, turned } from './suite-chains.ts';

/** A server with more suites than this is asked for several families at once. */
const SPLIT_AFTER = 12;

/**
 * One question: the suite the server picks; `refused` also when it picks what was not offered; `hung-up` when it gave no
 * reason, and may have failed at what it picked.
 */
type Pick = (offered: readonly number[]) => Promise<number | 'refused' | 'hung-up'>;

export type OlderVersion = Exclude<VersionName, 'SSLv2' | 'TLSv1.3'>;

/** How the server met a version: `unknown-version` is its own word for it, and true of all older ones as well. */
export type Reception = 'accepted' | 'refused' | 'unknown-version';

export interface SuiteSearchOptions {
  /** What the server has picked already when it was offered the usual suites of this version. */
  readonly first?: Accepted | null;
  /** Asked along with the suites. */
  readonly alpn?: AlpnSearch | null;
}

/**
 * Finds the suites of a version up to TLS 1.2: offers all, takes away what the server picks, and offers the rest, until
 * it refuses; then whose order that was.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateSuites(
  prober: Prober,
  name: OlderVersion,
  observed: Observed,
  { first = null, alpn = null }: SuiteSearchOptions = {},
): Promise<Reception> {
  const facts = observed.versions[name];
  const bundles = bundlesOf(versions[name]);
  const chains = createSuiteChains(facts, bundles.flat());
  const asker = createAsker(prober, versions[name], { observed, chains, alpn });
  const [usual = [], ...others] = bundles;
  const addToMain = chains.begin();
  const main = asker.pickInto(addToMain, true);
  const picked = first === null ? await main(usual) : asker.take(first, usualSuites(versions[name]), addToMain);
  const { isUnknownVersion, isFinal } = asker;
  const newPick = () => asker.pickInto(chains.begin());
  const mayHurry = () => !prober.isSerial();
  const drainMain = (): Promise<void> => {
    const manner: Manner = { newPick, mayHurry, whenHungUp: families };
    return typeof picked === 'number' ? drainAfter(picked, usual, main, manner) : Promise.resolve();
  };
  if (typeof picked === 'number' || !isFinal) {
    const manner: Manner = { newPick, mayHurry, whenHungUp: nothing };
    await Promise.all([drainMain(), ...others.map((list) => drain(list, newPick(), manner))]);
  }
  await chains.settle(async (offered) => {
    const found = await asker.pickInto(() => {})(offered);
    return typeof found === 'number' ? found : null;
  });
  facts.isAccepted ??= false;
  facts.isComplete = true;
  if (facts.isAccepted) return 'accepted';
  return isUnknownVersion ? 'unknown-version' : 'refused';
}

interface AskerTools {
  readonly observed: Observed;
  readonly chains: SuiteChains;
  readonly alpn: AlpnSearch | null;
}

interface Asker {
  /** "Not this version" is final, and so is another version; any other refusal may be meant for the suites. */
  readonly isFinal: boolean;
  readonly isUnknownVersion: boolean;
  pickInto(add: (suite: number) => void, withAlpn?: boolean): Pick;
  /** Notes an answer that is there already. */
  take(accepted: Accepted, offered: readonly number[], add: (suite: number) => void): number;
}

function createAsker(prober: Prober, version: number, { observed, chains, alpn }: AskerTools): Asker {
  const said = { isFinal: false, isUnknownVersion: false };
  const take: Asker['take'] = (accepted, offered, add) => {
    const { suite } = accepted.hello;
    add(suite);
    chains.choices.note({ offered, picked: suite });
    noteKey(observed, suite, accepted.flight.keyExchange);
    return suite;
  };
  const send = (offered: readonly number[], protocols?: readonly string[]): Promise<Reply> =>
    prober.ask(
      { version, suites: offered, ...(protocols && { alpn: protocols }) },
      { until: untilDoubtfulKey, hasNext: chains.accepted().length > 0 },
    );
  /** A refusal may mean the protocols (RFC 7301 section 3.2), so then it is asked without. */
  const sendWithAlpn = async (offered: readonly number[]): Promise<Reply> => {
    const protocols = alpn?.next();
    if (protocols === undefined) return send(offered);
    const reply = await send(offered, protocols);
    const again = reply.kind === 'refused' ? await send(offered) : reply;
    if (again.kind === 'accepted') alpn?.note(reply.kind === 'accepted' ? reply.hello.alpn : null);
    return again;
  };
  return {
    get isFinal() {
      return said.isFinal;
    },
    get isUnknownVersion() {
      return said.isUnknownVersion;
    },
    take,
    pickInto(add, withAlpn = false) {
      return async (offered) => {
        const reply = await (withAlpn && chains.accepted().length > 0 ? sendWithAlpn(offered) : send(offered));
        said.isUnknownVersion = reply.kind === 'refused' && reply.alert === alerts.protocolVersion;
        said.isFinal = said.isUnknownVersion || (reply.kind === 'accepted' && reply.hello.version !== version);
        if (reply.kind === 'refused' && reply.alert === null) return 'hung-up';
        if (reply.kind === 'refused' || said.isFinal || !offered.includes(reply.hello.suite)) return 'refused';
        return take(reply, offered, add);
      };
    },
  };
}

interface Manner {
  /** Picks into a chain of its own. */
  newPick(): Pick;
  /** Several families at once when there are many suites. */
  mayHurry(): boolean;
  /**
   * What to ask instead of what the server hung up on: it may have stumbled over one suite, such as DHE without parameters.
   */
  whenHungUp(left: readonly number[]): readonly (readonly number[])[];
}

const nothing = () => [];

/** What is left after the first pick; once in reverse, with what was picked at the end, which tells whose order it is. */
async function drainAfter(first: number, offered: readonly number[], pick: Pick, manner: Manner): Promise<void> {
  const rest = offered.filter((code) => code !== first);
  const second = await pick(rest);
  if (second === 'hung-up') await drainEach(manner.whenHungUp(rest), manner.newPick);
  if (typeof second !== 'number') return;
  const left = rest.filter((code) => code !== second);
  const third = await pick(turned([first, second, ...left]));
  await drain(
    left.filter((code) => code !== third),
    pick,
    manner,
  );
}

/** Picks until the server refuses. */
async function drain(offered: readonly number[], pick: Pick, manner: Manner): Promise<void> {
  let left = offered;
  for (let picks = 0; left.length > 0; picks += 1) {
    if (picks >= SPLIT_AFTER && manner.mayHurry()) return drainEach(families(left), manner.newPick);
    const picked = await pick(left);
    if (picked === 'hung-up') return drainEach(manner.whenHungUp(left), manner.newPick);
    if (typeof picked !== 'number') return;
    left = left.filter((code) => code !== picked);
  }
}

/** All at the same time, one pick after the other in each, and no deeper. */
async function drainEach(lists: readonly (readonly number[])[], newPick: () => Pick): Promise<void> {
  const manner: Manner = { newPick, mayHurry: () => false, whenHungUp: nothing };
  await Promise.all(lists.map((list) => drain(list, newPick(), manner)));
}
