import type { ConnectTarget } from '../../net/net.ts';
import type { Referral } from '../../protocols/whois-text/referral.ts';
import type { Walk } from './walk.ts';
import { nameOf, placeOf, takeHop } from './whois-hop.ts';

/** Registry, registrar, and one more: whoever refers further leads nowhere. */
const MAX_REFERRALS = 3;

/** Asks by WHOIS from the root down, following referrals; each is a new stranger for the guard. */
export async function walkWhois(walk: Walk): Promise<void> {
  const visited = new Set<string>();
  let next = await takeRoot(walk, visited);
  for (let referrals = 1; next !== null && referrals <= MAX_REFERRALS; referrals += 1) {
    const server: ConnectTarget = { ...next, service: 'whois' };
    visited.add(placeOf(server));
    next = await takeHop(walk, server);
    if (next !== null && visited.has(placeOf(next))) next = null;
  }
}

/** Where the root refers to, from memory where it has been asked lately; equal questions to it are asked once. */
async function takeRoot(walk: Walk, visited: Set<string>): Promise<Referral | null> {
  const { rootReferrals, subject, signal } = walk;
  const root = walk.data.registries.whoisStart;
  const asked = rootReferrals.joinQuestion(root, subject);
  if (asked !== null) await endOf(asked, signal);
  const known = rootReferrals.find(root, subject);
  if (known !== null) return known;
  visited.add(placeOf(root));
  const failure = rootReferrals.failureOf(root);
  if (failure !== null) {
    walk.finding.asked.push({ protocol: 'whois', server: nameOf(root), outcome: 'failed', durationMs: 0, failure });
    return null;
  }
  const question = takeHop(walk, root);
  rootReferrals.tellQuestion(root, subject, question);
  const next = await question;
  return next !== null && visited.has(placeOf(next)) ? null : next;
}

/** Waits for another lookup's question, but not longer than this lookup runs. */
function endOf(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    work.then(end, end);
  });
}
