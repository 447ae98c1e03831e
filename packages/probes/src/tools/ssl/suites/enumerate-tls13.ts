import { createClientKey, keyAgreementGroups } from '../../../engines/tls/handshake/client-key.ts';
import { handshakeUpToFinished } from '../../../engines/tls/handshake/current-client.ts';
import { commonSuites } from '../../../engines/tls/handshake/suite-selection.ts';
import type { KeyShare } from '../../../protocols/tls-records/hello/extensions.ts';
import { alerts } from '../../../protocols/tls-records/registries/alerts.ts';
import { groupsOf13, isFiniteField } from '../../../protocols/tls-records/registries/groups.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed } from '../observed.ts';
import type { OfferReply, Prober } from '../prober/prober.ts';
import { addGroup, newInList } from './add-group.ts';
import { createSuiteChains, reversedOrder, type SuiteChains } from './suite-chains.ts';

const VERSION = versions['TLSv1.3'];
/** Most servers have three suites: this many hellos search for suites and groups at the same time. */
const JOINT_PICKS = 3;

/** What is still offered: everything not selected so far. */
interface Remaining {
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  /** Curves and suites are the longest row of offers. */
  readonly isUrgent?: boolean;
  /** The server will probably refuse it, so nothing follows. */
  readonly isLast?: boolean;
}

interface Picked {
  readonly suite: number;
  readonly group: number | null;
}

/** What a TLS 1.3 handshake has already shown. */
export interface Tls13Pick extends Picked {
  readonly offered: readonly number[];
  /** The groups that the server says it supports; null where it says nothing. */
  readonly supportedGroups: readonly number[] | null;
}

export interface Tls13SearchOptions {
  readonly seen?: Tls13Pick | null;
  /** Called when all groups except finite fields are known. */
  onCurves?(): void;
}

/** Sends one hello; null when the server refuses or selects what was not offered. */
type Ask = (left: Remaining) => Promise<Picked | null>;

/**
 * Finds the suites and groups of TLS 1.3. A server that says itself which groups it supports is not asked for these again.
 * For the rest no keys are computed: a server answers a hello without key shares with a HelloRetryRequest that names suite and
 * group. An answer with nothing new ends that part of the search.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateTls13(
  prober: Prober,
  observed: Observed,
  { seen = null, onCurves = () => {} }: Tls13SearchOptions = {},
): Promise<void> {
  const facts = observed.versions['TLSv1.3'];
  const chains = createSuiteChains(facts, allOf13.suites);
  const search = createTls13Search(createAsk(prober, seen !== null), chains, observed.groups, seen);
  const { pick, pickAll, left } = search;
  const pickSuites = () => pickAll(() => ({ suites: left().suites, groups: allOf13.groups }));
  // Suites are reversed, so that the search for groups also shows whose order of suites decides.
  const pickGroups = (isMeant: GroupFilter, row: Pick<Remaining, 'isUrgent' | 'isLast'> = {}) =>
    pickAll(() => ({ suites: reversedOrder(chains.accepted()), groups: left().groups.filter(isMeant), ...row }));
  const pickFiniteFields = async (told: Promise<unknown>) => {
    const first = left().groups.filter(isFiniteField);
    if (!(await pick({ suites: reversedOrder(allOf13.suites), groups: first }))?.isNew) return;
    await told;
    // A server with one of them usually has all five.
    const others = left().groups.filter(isFiniteField);
    const halves = [others.slice(0, others.length / 2), others.slice(others.length / 2)];
    await Promise.all(halves.map((half) => pickGroups((group) => half.includes(group))));
  };
  const pickSuitesAndGroups = async (
    isMeant: GroupFilter,
    { mayBeJoint, isListed }: { mayBeJoint: boolean; isListed: boolean },
  ) => {
    for (let picks = chains.accepted().length; mayBeJoint && picks < JOINT_PICKS; picks += 1) {
      const { suites, groups } = left();
      if (!(await pick({ suites, groups: groups.filter(isMeant), isUrgent: true }))?.isNew) break;
    }
    const pickCurves = async () => {
      if (observed.groups.length > 0) await pickGroups(isCurve, isListed ? { isLast: true } : { isUrgent: true });
      onCurves();
    };
    if (chains.accepted().length > 0) await Promise.all([pickSuites(), pickCurves()]);
  };

  // Whoever knows a group already asks for finite fields beside everything else.
  if (seen !== null && observed.groups.length > 0) {
    const told = search.noteTold(seen.supportedGroups) ? Promise.resolve('told' as const) : askForList(prober, search);
    const others = told.then((answer) =>
      pickSuitesAndGroups(isCurve, { mayBeJoint: answer === 'untold', isListed: answer === 'told' }),
    );
    await Promise.all([others, pickFiniteFields(told)]);
  } else {
    await pickSuitesAndGroups(() => true, { mayBeJoint: true, isListed: false });
    if (observed.groups.length > 0) await pickFiniteFields(Promise.resolve());
  }
  await chains.settle(async (suites) => (await pick({ suites, groups: allOf13.groups }))?.suite ?? null);
  facts.isAccepted ??= false;
  facts.isComplete = true;
}

/**
 * Makes one handshake with the key share of a group that is not the server's first choice, as far as we know, and without the
 * suite that we know: OpenSSL then lists all groups that it supports, and the handshake shows another suite and group as well.
 * `refused`: the server has no other suite, or no other group.
 * @throws the reason of the budget's signal
 */
async function askForList(
  prober: Prober,
  { left, note, noteTold }: Tls13Search,
): Promise<'told' | 'untold' | 'refused'> {
  const { suites, groups } = left();
  const [own] = keyAgreementGroups.filter((group) => groups.includes(group));
  if (own === undefined) return 'untold';
  const curves = [own, ...groups.filter((group) => group !== own && isCurve(group))];
  const session = await handshakeUpToFinished(prober.scan, { suites, groups: curves, alpn: null });
  if ('refusedWith' in session) {
    const isClear = session.refusedWith !== null && session.refusedWith !== alerts.internalError;
    return isClear ? 'refused' : 'untold';
  }
  if (session.version !== VERSION || !suites.includes(session.suite)) return 'untold';
  note(session, suites);
  return noteTold(session.supportedGroups) ? 'told' : 'untold';
}

type GroupFilter = (group: number) => boolean;

const allOf13: Remaining = { suites: commonSuites(VERSION), groups: groupsOf13 };

type Tls13Search = ReturnType<typeof createTls13Search>;

/** What has been found, and hellos that may add to it. */
function createTls13Search(ask: Ask, chains: SuiteChains, groups: number[], seen: Tls13Pick | null) {
  const take = ({ suite, group }: Picked, offered: readonly number[], add: (suite: number) => void) => {
    chains.choices.note({ offered, picked: suite });
    add(suite);
    if (group !== null && !groups.includes(group)) addGroup(groups, group);
  };
  if (seen !== null) take(seen, seen.offered, chains.begin());
  const addToMain = chains.begin();
  const pick = async (offered: Remaining) => {
    const picked = await ask(offered);
    if (picked === null) return null;
    const known = chains.accepted().length + groups.length;
    take(picked, offered.suites, addToMain);
    return { ...picked, isNew: chains.accepted().length + groups.length > known };
  };
  return {
    pick,
    /** Notes what a handshake has shown. */
    note: (picked: Picked, offered: readonly number[]) => take(picked, offered, addToMain),
    /** Notes what the server says; false where it says nothing, or not even what it was seen to select. */
    noteTold(told: readonly number[] | null): boolean {
      const added = told && newInList(told, groups, allOf13.groups);
      for (const group of added ?? []) addGroup(groups, group);
      return added !== null;
    },
    left: (): Remaining => ({
      suites: allOf13.suites.filter((suite) => !chains.accepted().includes(suite)),
      groups: allOf13.groups.filter((group) => !groups.includes(group)),
    }),
    /** Repeats until the server selects nothing new. */
    async pickAll(next: () => Remaining) {
      while ((await pick(next()))?.isNew);
    },
  };
}

function isCurve(group: number): boolean {
  return !isFiniteField(group);
}

/** `isAccepted`: the server is known to accept TLS 1.3, so that further hellos will follow. */
function createAsk(prober: Prober, isAccepted: boolean): Ask {
  let shares: readonly KeyShare[] | null = null;
  let hasNext = isAccepted;
  const offer = ({ suites, groups, isUrgent = false, isLast = false }: Remaining, keyShares: readonly KeyShare[]) =>
    prober.ask(
      { version: VERSION, suites, groups, keyShares: keyShares.filter(({ group }) => groups.includes(group)) },
      { hasNext: hasNext && !isLast && suites.length > 1 && groups.length > 1, isUrgent },
    );
  return async (left) => {
    if (left.suites.length === 0 || left.groups.length === 0) return null;
    let reply = await offer(left, shares ?? []);
    // Some servers never send a HelloRetryRequest and expect a key share at once, or send one that names no group.
    const mayNeedShare = shares === null && left.groups.some((group) => keyAgreementGroups.includes(group));
    if (mayNeedShare && isWithoutGroup(reply)) {
      shares = anyShares();
      reply = await offer(left, shares);
    }
    if (mayNeedShare) shares ??= [];
    if (reply.kind === 'refused' || reply.hello.version !== VERSION) return null;
    hasNext = true;
    const { suite, group } = reply.hello;
    if (!left.suites.includes(suite) || (group !== null && !left.groups.includes(group))) return null;
    return { suite, group };
  };
}

function isWithoutGroup(reply: OfferReply): boolean {
  if (reply.kind === 'refused') return reply.alert !== alerts.protocolVersion;
  return reply.hello.version === VERSION && reply.hello.group === null;
}

/** Valid key shares; the shared secret is never needed. */
function anyShares(): KeyShare[] {
  return keyAgreementGroups.flatMap((group) => createClientKey(group)?.share ?? []);
}
