import type { ConnectTarget } from '../../net/net.ts';
import type { Referral } from '../../protocols/whois-text/referral.ts';
import type { RegistryWalk } from './walk.ts';
import { endpointKey, nameOf, takeHop } from './whois-hop.ts';

/** Registry, registrar, and one more; longer chains of referrals do not occur in practice. */
const MAX_REFERRALS = 3;

/** Queries WHOIS servers from the root down, following referrals; the guard checks every server anew. */
export async function walkWhois(walk: RegistryWalk): Promise<void> {
  const visited = new Set<string>();
  let next = await takeRoot(walk, visited);
  for (let referrals = 1; next !== null && referrals <= MAX_REFERRALS; referrals += 1) {
    const server: ConnectTarget = { ...next, service: 'whois' };
    visited.add(endpointKey(server));
    next = await takeHop(walk, server);
    if (next !== null && visited.has(endpointKey(next))) next = null;
  }
}

/** The referral of the root, from memory if it is known; equal queries to the root are sent once. */
async function takeRoot(walk: RegistryWalk, visited: Set<string>): Promise<Referral | null> {
  const { rootReferrals, subject, signal } = walk;
  const root = walk.data.registries.whoisStart;
  const asked = rootReferrals.joinQuestion(root, subject);
  if (asked !== null) await endOf(asked, signal);
  const known = rootReferrals.find(root, subject);
  if (known !== null) return known;
  visited.add(endpointKey(root));
  const failure = rootReferrals.failureOf(root);
  if (failure !== null) {
    walk.replies.asked.push({ protocol: 'whois', server: nameOf(root), outcome: 'failed', durationMs: 0, failure });
    return null;
  }
  const question = takeHop(walk, root);
  rootReferrals.announceQuestion(root, subject, question);
  const next = await question;
  return next !== null && visited.has(endpointKey(next)) ? null : next;
}

/** Waits for the query of another lookup, but not longer than this lookup runs. */
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
