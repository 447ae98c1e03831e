import type { Tools } from '@sonde/contract';
import { startDeadline } from '../../async/deadline.ts';
import { NetFailure } from '../../net/net.ts';
import type { Probe } from '../../probe.ts';
import { composeAnswer } from './compose.ts';
import { createRegistryThrottle, type RegistryThrottle } from './registry-throttle.ts';
import { noReplies } from './replies.ts';
import { createRootReferrals } from './root-referrals.ts';
import { subjectOf } from './subject.ts';
import { walkRdap } from './walk-rdap.ts';
import { walkWhois } from './walk-whois.ts';

/** Milliseconds for both protocols together. */
const DEADLINE_MS = 9000;
/** Milliseconds that the other protocol and further servers have after the first answer. */
const GRACE_MS = 1500;

/** A probe with a throttle of its own; production has one per process. */
export function createWhoisProbe(throttle: RegistryThrottle): Probe<Tools['whois']> {
  const rootReferrals = createRootReferrals();
  return async ({ ipOrDomain }, { net, data, limits, signal, share }) => {
    const subject = subjectOf(ipOrDomain);
    if (subject.kind !== 'autnum') net.checkHost(ipOrDomain);
    const deadline = startDeadline({ timeoutMs: DEADLINE_MS, what: 'a registration' }, [signal]);
    const endsAtMs = performance.now() + DEADLINE_MS;
    const onAnswer = () => deadline.shortenTo(GRACE_MS);
    const [rdap, whois] = [noReplies(), noReplies()];
    const asker = { share, turns: limits.registryTurns, endsAtMs, signal: deadline.signal };
    const walk = { net, data, throttle, rootReferrals, subject, onAnswer, ...asker };
    try {
      // Both concurrently, because either may be missing or down, and that is not known in advance.
      await Promise.all([walkRdap({ ...walk, replies: rdap }), walkWhois({ ...walk, replies: whois })]);
    } finally {
      deadline.end();
      // After a bug in one of the two, the other may still be running.
      deadline.abort(new NetFailure('timeout', 'the lookup is over'));
    }
    signal.throwIfAborted();
    return composeAnswer(ipOrDomain, subject, rdap, whois);
  };
}

/**
 * The registration of a domain, an address or an AS number, from the registry itself: RDAP and WHOIS, field by field.
 * @throws ToolError `not-found` when the registry has no record, `source-failed` when no registry could be queried or all
 * of them limit us, `timeout`, `busy`; NetFailure `special-use` or `denied` when the guard refuses the target
 */
export const probeWhois = createWhoisProbe(createRegistryThrottle({ intervalMs: 1000, maxWaitMs: 5000 }));
