import { alerts } from '../../protocols/tls-records/alerts.ts';
import type { KeyShare } from '../../protocols/tls-records/extensions.ts';
import { groupsOf13, isFiniteField, secp256r1, x25519 } from '../../protocols/tls-records/groups.ts';
import { suiteName } from '../../protocols/tls-records/suites.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { usualSuites } from './candidates.ts';
import type { Observed } from './observed.ts';
import type { Prober } from './prober.ts';

const VERSION = versions['TLSv1.3'];
/** Most servers have three suites: so many questions ask for suites and groups at once. */
const JOINT_PICKS = 3;

/** What is offered: everything but what was picked before. */
interface Left {
  readonly suites: readonly number[];
  readonly groups: readonly number[];
}

/** One question; null when the server refuses, or picks what was not offered. */
type Ask = (left: Left) => Promise<{ readonly suite: number; readonly group: number | null } | null>;

/**
 * Finds suites and groups of TLS 1.3 without any key: to a hello without key shares the server answers with a
 * HelloRetryRequest, which names both.
 * @throws CheckStopped, with what was found so far in `observed`
 */
export async function enumerateTls13(prober: Prober, observed: Observed): Promise<void> {
  const facts = observed.versions['TLSv1.3'];
  const all: Left = { suites: usualSuites(VERSION), groups: groupsOf13 };
  const found = { suites: [] as number[], groups: observed.groups };
  const ask = createAsk(prober);
  const left = (): Left => ({
    suites: all.suites.filter((suite) => !found.suites.includes(suite)),
    groups: all.groups.filter((group) => !found.groups.includes(group)),
  });
  const pick = async (offered: Left): Promise<boolean> => {
    const picked = await ask(offered);
    if (picked === null) return false;
    facts.isAccepted = true;
    if (!found.suites.includes(picked.suite)) {
      found.suites.push(picked.suite);
      facts.suites.push(suiteName(picked.suite));
    }
    if (picked.group !== null && !found.groups.includes(picked.group)) found.groups.push(picked.group);
    return true;
  };
  const pickSuites = async () => {
    while (await pick({ suites: left().suites, groups: all.groups }));
    facts.isComplete = true;
  };
  const pickGroupsAmong = async (isMeant: (group: number) => boolean) => {
    while (await pick({ suites: [...found.suites], groups: left().groups.filter(isMeant) }));
  };
  // Curves and finite fields at the same time: some servers have five of each.
  const pickGroups = async () => {
    if (found.groups.length > 0) {
      await Promise.all([pickGroupsAmong(isFiniteField), pickGroupsAmong((group) => !isFiniteField(group))]);
    }
    observed.areGroupsComplete = true;
  };

  for (let picks = 0; picks < JOINT_PICKS; picks += 1) if (!(await pick(left()))) break;
  if (found.suites.length > 0) await Promise.all([pickSuites(), pickGroups()]);
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
    // Some servers know no HelloRetryRequest and want a key at once.
    if (shares === null && reply.kind === 'refused' && reply.alert !== alerts.protocolVersion) {
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

const GENERATOR_OF_P256 =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

/** Valid keys that nobody will use: any 32 octets for x25519, the curve's own generator for P-256. */
function anyShares(): KeyShare[] {
  return [
    { group: x25519, key: crypto.getRandomValues(new Uint8Array(32)) },
    { group: secp256r1, key: Uint8Array.from(Buffer.from(GENERATOR_OF_P256, 'hex')) },
  ];
}
