import type { Accepted } from '../../../engines/tls/handshake/send-hello.ts';
import { untilDoubtfulKey } from '../../../engines/tls/handshake/send-hello.ts';
import { commonSuites, suiteBundles, suiteFamilies } from '../../../engines/tls/handshake/suite-selection.ts';
import { alerts } from '../../../protocols/tls-records/registries/alerts.ts';
import { suiteOf } from '../../../protocols/tls-records/registries/suites.ts';
import { type VersionName, versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { AlpnSearch } from '../behaviour/alpn-search.ts';
import type { Observed } from '../observed.ts';
import type { OfferReply, Prober } from '../prober/prober.ts';
import { noteServerKey } from './dh-keys.ts';
import { createSuiteChains, reversedOrder, type SuiteChains } from './suite-chains.ts';

/** After this many suites, found in the server's order, several families are searched concurrently. */
const SPLIT_AFTER = 12;

/**
 * Sends one hello and returns the suite that the server selects; `refused` also if it was not offered; `closed` if the server
 * closed the connection without an alert, perhaps because it failed with the suite it selected.
 */
type PickSuite = (offered: readonly number[]) => Promise<number | 'refused' | 'closed'>;

export type OlderVersion = Exclude<VersionName, 'SSLv2' | 'TLSv1.3'>;

/** The server's response to a version. After a protocol_version alert, all older versions are refused as well. */
export type VersionResponse = 'accepted' | 'refused' | 'unknown-version';

export interface SuiteSearchOptions {
  /** What the server selected from the common suites of this version in the first handshake. */
  readonly first?: Accepted | null;
  /** Application protocols to offer in the same hellos. */
  readonly alpn?: AlpnSearch | null;
  /** Whether its common suites are the longest row of offers of the check. */
  readonly isLongest?: boolean;
  /** Called as soon as it is known whether the server accepts the version at all. */
  onFirstResponse?(response: VersionResponse): void;
  /** Called when all suites are known, though perhaps not their order. */
  onFound?(): void;
}

/**
 * Finds the cipher suites of a version up to TLS 1.2: offers all, removes the one that the server selects, and offers the
 * rest until the server refuses. Then determines whether the order was the server's or the client's.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateSuites(
  prober: Prober,
  name: OlderVersion,
  observed: Observed,
  {
    first = null,
    alpn = null,
    isLongest = false,
    onFirstResponse = () => {},
    onFound = () => {},
  }: SuiteSearchOptions = {},
): Promise<void> {
  const facts = observed.versions[name];
  const bundles = suiteBundles(versions[name]);
  const chains = createSuiteChains(facts, bundles.flat());
  const suiteProber = createSuiteProber(prober, versions[name], { observed, chains, alpn, isLongest });
  const [usual = [], ...others] = bundles;
  const addToMain = chains.begin();
  const inOrder = suiteProber.pickInto(addToMain, 'main');
  const picked =
    first === null ? await inOrder(usual) : suiteProber.take(first, commonSuites(versions[name]), addToMain);
  const { isUnknownVersion, isFinal } = suiteProber;
  onFirstResponse(typeof picked === 'number' ? 'accepted' : isUnknownVersion ? 'unknown-version' : 'refused');
  const closedOn = { main: [] as (readonly number[])[], others: [] as (readonly number[])[] };
  const optionsFor = (list: 'main' | 'others'): PickOptions => ({
    newPick: () => suiteProber.pickInto(chains.begin(), list === 'main' ? 'family' : 'other'),
    unknownOf: (suites) => suites.filter((suite) => !chains.accepted().includes(suite)),
    maySplit: () => !prober.isOneByOne(),
    whenClosed(left) {
      closedOn[list].push(left);
      return list === 'main' ? suiteFamilies(left) : [];
    },
  });
  const pickMain = async () => {
    if (typeof picked !== 'number') return;
    const row: MainRow = { inOrder, reversed: suiteProber.pickInto(() => {}), add: addToMain };
    await pickAfterFirst(picked, usual, row, optionsFor('main'));
  };
  if (typeof picked === 'number' || !isFinal) {
    const options = optionsFor('others');
    await Promise.all([pickMain(), ...others.map((list) => pickUntilRefused(list, options.newPick(), options))]);
  }
  const accepted = chains.accepted();
  // The server accepts some of the suites at which it closed the connection, so closing did not mean refusing all of them.
  if (closedOn.main.some((left) => left.some((suite) => accepted.includes(suite)))) {
    const again = closedOn.others.flatMap((left) => byKnownExchange(left, accepted));
    await pickFromEach(again, optionsFor('others').newPick);
  }
  onFound();
  await chains.settle(async (offered) => {
    const found = await suiteProber.pickInto(() => {}, 'family')(offered);
    return typeof found === 'number' ? found : null;
  });
  facts.isAccepted ??= false;
  facts.isComplete = true;
}

interface SuiteProberParts {
  readonly observed: Observed;
  readonly chains: SuiteChains;
  readonly alpn: AlpnSearch | null;
  readonly isLongest: boolean;
}

/** `main`: the common suites, offered together with application protocols; `family`: a part of them. */
type Row = 'main' | 'family' | 'other';

interface SuiteProber {
  /** A protocol_version alert or a different version is final; any other refusal may be about the suites. */
  readonly isFinal: boolean;
  readonly isUnknownVersion: boolean;
  /** `add` receives the suites selected. */
  pickInto(add: (suite: number) => void, row?: Row): PickSuite;
  /** Records a suite that the server has already selected. */
  take(accepted: Accepted, offered: readonly number[], add: (suite: number) => void): number;
}

function createSuiteProber(
  prober: Prober,
  version: number,
  { observed, chains, alpn, isLongest }: SuiteProberParts,
): SuiteProber {
  const said = { isFinal: false, isUnknownVersion: false };
  const take: SuiteProber['take'] = (accepted, offered, add) => {
    const { suite } = accepted.hello;
    add(suite);
    chains.choices.note({ offered, picked: suite });
    noteServerKey(observed, suite, accepted.flight.keyExchange);
    return suite;
  };
  const send = (
    offered: readonly number[],
    { row, hasNext }: { readonly row: Row; readonly hasNext: boolean },
    protocols?: readonly string[],
  ): Promise<OfferReply> =>
    prober.ask(
      { version, suites: offered, ...(protocols && { alpn: protocols }) },
      { until: untilDoubtfulKey, hasNext, isUrgent: isLongest && row !== 'other' },
    );
  /** The refusal may be about the protocols (RFC 7301 section 3.2), so the hello is repeated without them. */
  const sendWithAlpn = async (offered: readonly number[]): Promise<OfferReply> => {
    const protocols = alpn?.next();
    const row = { row: 'main', hasNext: true } as const;
    if (protocols === undefined) return send(offered, row);
    const reply = await send(offered, row, protocols);
    const again = reply.kind === 'refused' ? await send(offered, row) : reply;
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
    pickInto(add, row = 'other') {
      // Most servers refuse rare suites, so the first offer of these is usually the last.
      let hasNext = false;
      return async (offered) => {
        const isKnown = chains.accepted().length > 0;
        const isNextLikely = row === 'other' ? hasNext : isKnown;
        const isWithAlpn = row === 'main' && isKnown;
        const reply = await (isWithAlpn ? sendWithAlpn(offered) : send(offered, { row, hasNext: isNextLikely }));
        hasNext = reply.kind === 'accepted';
        said.isUnknownVersion = reply.kind === 'refused' && reply.alert === alerts.protocolVersion;
        said.isFinal = said.isUnknownVersion || (reply.kind === 'accepted' && reply.hello.version !== version);
        if (reply.kind === 'refused' && reply.alert === null) return 'closed';
        if (reply.kind === 'refused' || said.isFinal || !offered.includes(reply.hello.suite)) return 'refused';
        return take(reply, offered, add);
      };
    },
  };
}

interface PickOptions {
  /** Starts a separate list of selected suites. */
  newPick(): PickSuite;
  /** The suites of the list that have not been selected elsewhere meanwhile. */
  unknownOf(list: readonly number[]): readonly number[];
  /** Whether several families may be searched concurrently if there are many suites. */
  maySplit(): boolean;
  /** What to offer after a closed connection: the server may have failed with one suite, such as DHE without parameters. */
  whenClosed(left: readonly number[]): readonly (readonly number[])[];
}

const nothing = () => [];

/** The common suites: offered in our order, and once reversed. */
interface MainRow {
  readonly inOrder: PickSuite;
  readonly reversed: PickSuite;
  add(suite: number): void;
}

/**
 * Continues after the first selection. The next offer is sent in our order and, concurrently, reversed with the first suite
 * at its end, to see whose order decides. The row does not wait for the reversed offer: a server that handles one client at a
 * time may get to it only after the row's next connection.
 */
async function pickAfterFirst(
  first: number,
  offered: readonly number[],
  row: MainRow,
  options: PickOptions,
): Promise<void> {
  const rest = offered.filter((code) => code !== first);
  const reversed = row.reversed([...reversedOrder(rest), first]);
  const inOrder = row.inOrder(rest);
  const goOn = async () => {
    const second = await inOrder;
    if (second === 'closed') await pickFromEach(options.whenClosed(rest), options.newPick);
    if (typeof second !== 'number') return;
    await pickUntilRefused(
      rest.filter((code) => code !== second),
      row.inOrder,
      options,
      2,
    );
  };
  const noteReversed = async () => {
    const picked = await reversed;
    // A server with its own order prefers what it selects from our order.
    await inOrder;
    if (typeof picked === 'number') row.add(picked);
  };
  await Promise.all([goOn(), noteReversed()]);
}

/** `picks`: how many suites of the list have already been selected. */
async function pickUntilRefused(
  offered: readonly number[],
  pick: PickSuite,
  options: PickOptions,
  picks = 0,
): Promise<void> {
  let left = offered;
  for (let known = picks; left.length > 0; known += 1) {
    if (known >= SPLIT_AFTER && options.maySplit()) return pickFromEach(suiteFamilies(left), options.newPick);
    const picked = await pick(left);
    if (picked === 'closed') return pickFromEach(options.whenClosed(left), options.newPick);
    if (typeof picked !== 'number') return;
    left = options.unknownOf(left.filter((code) => code !== picked));
  }
}

/** Separates suites with a key exchange that the server has accepted from the others, at which it may close again. */
function byKnownExchange(list: readonly number[], accepted: readonly number[]): number[][] {
  const known = new Set(accepted.map((code) => suiteOf(code)?.keyExchange));
  const isKnown = (code: number) => known.has(suiteOf(code)?.keyExchange);
  return [list.filter(isKnown), list.filter((code) => !isKnown(code))].filter(({ length }) => length > 0);
}

/** Searches all lists concurrently, each until the server refuses, without splitting them further. */
async function pickFromEach(lists: readonly (readonly number[])[], newPick: () => PickSuite): Promise<void> {
  const options: PickOptions = { newPick, unknownOf: (suites) => suites, maySplit: () => false, whenClosed: nothing };
  await Promise.all(lists.map((list) => pickUntilRefused(list, newPick(), options)));
}
