import { createClientKey, keyAgreementGroups } from '../../../engines/tls/handshake/client-key.ts';
import { commonSuites } from '../../../engines/tls/handshake/suite-selection.ts';
import type { KeyShare } from '../../../protocols/tls-records/hello/extensions.ts';
import { alerts } from '../../../protocols/tls-records/registries/alerts.ts';
import { groupsOf13, isFiniteField } from '../../../protocols/tls-records/registries/groups.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed } from '../observed.ts';
import type { OfferReply, Prober } from '../prober/prober.ts';
import { createSuiteChains, reversedOrder } from './suite-chains.ts';

const VERSION = versions['TLSv1.3'];
/** Most servers have three suites: this many hellos ask for suites and groups at the same time. */
const JOINT_PICKS = 3;

/** What is still offered: everything that was not picked before. */
interface Remaining {
  readonly suites: readonly number[];
  readonly groups: readonly number[];
}

interface Picked {
  readonly suite: number;
  readonly group: number | null;
}

/** What a TLS 1.3 handshake has shown already. */
export interface Tls13Pick extends Picked {
  readonly offered: readonly number[];
}

/** Sends one hello; null when the server refuses, or picks what was not offered. */
type Ask = (left: Remaining) => Promise<Picked | null>;

/**
 * Finds the suites and groups of TLS 1.3 without computing keys: a server answers a hello without key shares with a
 * HelloRetryRequest that names both. An answer with nothing new ends that part of the search.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateTls13(prober: Prober, observed: Observed, seen: Tls13Pick | null = null): Promise<void> {
  const facts = observed.versions['TLSv1.3'];
  const all: Remaining = { suites: commonSuites(VERSION), groups: groupsOf13 };
  const chains = createSuiteChains(facts, all.suites);
  const { groups } = observed;
  const ask = createAsk(prober);
  const noteGroup = (group: number | null) => {
    if (group === null || groups.includes(group)) return false;
    groups.push(group);
    return true;
  };
  const left = (): Remaining => ({
    suites: all.suites.filter((suite) => !chains.accepted().includes(suite)),
    groups: all.groups.filter((group) => !groups.includes(group)),
  });
  const pickInto = (add: (suite: number) => void) => async (offered: Remaining) => {
    const picked = await ask(offered);
    if (picked === null) return null;
    chains.choices.note({ offered: offered.suites, picked: picked.suite });
    const known = chains.accepted().length;
    add(picked.suite);
    const hasNewGroup = noteGroup(picked.group);
    return { ...picked, isNew: hasNewGroup || chains.accepted().length > known };
  };
  if (seen !== null) {
    chains.choices.note({ offered: seen.offered, picked: seen.suite });
    chains.begin()(seen.suite);
    noteGroup(seen.group);
  }
  const pick = pickInto(chains.begin());
  const pickSuites = async () => {
    while ((await pick({ suites: left().suites, groups: all.groups }))?.isNew);
  };
  // Suites are reversed, so that the search for groups also shows whose order of suites decides.
  const pickGroupsAmong = async (isMeant: (group: number) => boolean) => {
    while ((await pick({ suites: reversedOrder(chains.accepted()), groups: left().groups.filter(isMeant) }))?.isNew);
  };
  // Curves and finite fields concurrently: some servers have five of each.
  const pickGroups = async () => {
    if (groups.length > 0) {
      await Promise.all([pickGroupsAmong(isFiniteField), pickGroupsAmong((group) => !isFiniteField(group))]);
    }
  };

  for (let picks = chains.accepted().length; picks < JOINT_PICKS; picks += 1) if (!(await pick(left()))?.isNew) break;
  if (chains.accepted().length > 0) await Promise.all([pickSuites(), pickGroups()]);
  await chains.settle(async (suites) => (await pick({ suites, groups: all.groups }))?.suite ?? null);
  facts.isAccepted ??= false;
  facts.isComplete = true;
}

function createAsk(prober: Prober): Ask {
  let shares: readonly KeyShare[] | null = null;
  let hasNext = false;
  const offer = (left: Remaining, keyShares: readonly KeyShare[]) =>
    prober.ask(
      { version: VERSION, ...left, keyShares: keyShares.filter(({ group }) => left.groups.includes(group)) },
      { hasNext },
    );
  return async (left) => {
    if (left.suites.length === 0 || left.groups.length === 0) return null;
    let reply = await offer(left, shares ?? []);
    // Some servers never send a HelloRetryRequest and expect a key share at once, or send one that names no group.
    if (shares === null && isWithoutGroup(reply)) {
      shares = anyShares();
      reply = await offer(left, shares);
    }
    shares ??= [];
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
