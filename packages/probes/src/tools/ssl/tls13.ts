import { alerts } from '../../protocols/tls-records/alerts.ts';
import type { KeyShare } from '../../protocols/tls-records/extensions.ts';
import { groupsOf13, isFiniteField } from '../../protocols/tls-records/groups.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { usualSuites } from './candidates.ts';
import { agreeableGroups, createClientKey } from './client-key.ts';
import type { Observed } from './observed.ts';
import type { Prober, Reply } from './prober.ts';
import { createSuiteChains, turned } from './suite-chains.ts';

const VERSION = versions['TLSv1.3'];
/** Most servers have three suites: so many questions ask for suites and groups at once. */
const JOINT_PICKS = 3;

/** What is offered: everything but what was picked before. */
interface Left {
  readonly suites: readonly number[];
  readonly groups: readonly number[];
}

interface Picked {
  readonly suite: number;
  readonly group: number | null;
}

/** What a handshake of TLS 1.3 has shown already. */
export interface Picked13 extends Picked {
  readonly offered: readonly number[];
}

/** One question; null when the server refuses, or picks what was not offered. */
type Ask = (left: Left) => Promise<Picked | null>;

/**
 * Finds suites and groups of TLS 1.3 without any key: to a hello without key shares the server answers with a
 * HelloRetryRequest, which names both. An answer that names nothing new ends the search it belongs to.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateTls13(prober: Prober, observed: Observed, seen: Picked13 | null = null): Promise<void> {
  const facts = observed.versions['TLSv1.3'];
  const all: Left = { suites: usualSuites(VERSION), groups: groupsOf13 };
  const chains = createSuiteChains(facts, all.suites);
  const { groups } = observed;
  const ask = createAsk(prober);
  const noteGroup = (group: number | null) => {
    if (group === null || groups.includes(group)) return false;
    groups.push(group);
    return true;
  };
  const left = (): Left => ({
    suites: all.suites.filter((suite) => !chains.accepted().includes(suite)),
    groups: all.groups.filter((group) => !groups.includes(group)),
  });
  const pickInto = (add: (suite: number) => void) => async (offered: Left) => {
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
  // In reverse, so that the server's picks among the groups tell whose order the suites are in.
  const pickGroupsAmong = async (isMeant: (group: number) => boolean) => {
    while ((await pick({ suites: turned(chains.accepted()), groups: left().groups.filter(isMeant) }))?.isNew);
  };
  // Curves and finite fields at the same time: some servers have five of each.
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
  const offer = (left: Left, keyShares: readonly KeyShare[]) =>
    prober.ask(
      { version: VERSION, ...left, keyShares: keyShares.filter(({ group }) => left.groups.includes(group)) },
      { hasNext },
    );
  return async (left) => {
    if (left.suites.length === 0 || left.groups.length === 0) return null;
    let reply = await offer(left, shares ?? []);
    // Some servers know no HelloRetryRequest and want a key at once, or send one that names no group.
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

function isWithoutGroup(reply: Reply): boolean {
  if (reply.kind === 'refused') return reply.alert !== alerts.protocolVersion;
  return reply.hello.version === VERSION && reply.hello.group === null;
}

/** Valid keys, whose secrets nobody will use. */
function anyShares(): KeyShare[] {
  return agreeableGroups.flatMap((group) => createClientKey(group)?.share ?? []);
}
