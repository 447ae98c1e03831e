import type { Tools } from '@sonde/contract';
import { linkSignals } from '../../async/signals.ts';
import { NetFailure } from '../../net/net.ts';
import type { Probe } from '../../probe.ts';
import { composeAnswer } from './compose.ts';
import { newFinding } from './finding.ts';
import { createManners, type Manners } from './manners.ts';
import { createRootReferrals } from './root-referrals.ts';
import { subjectOf } from './subject.ts';
import { walkRdap } from './walk-rdap.ts';
import { walkWhois } from './walk-whois.ts';

/** For both ways together. */
const DEADLINE_MS = 9000;
/** After an answer, the other way and further servers have this long to add theirs. */
const GRACE_MS = 1500;

/** A probe with manners of its own; production has one for the whole process. */
export function createWhoisProbe(manners: Manners): Probe<Tools['whois']> {
  const rootReferrals = createRootReferrals();
  return async ({ ipOrDomain }, { net, data, signal, share }) => {
    const subject = subjectOf(ipOrDomain);
    if (subject.kind !== 'autnum') net.checkHost(ipOrDomain);
    const stop = linkSignals([signal]);
    const stopIn = (durationMs: number) =>
      setTimeout(() => stop.abort(new NetFailure('timeout', 'others have answered, or nobody in time')), durationMs);
    const endsAtMs = performance.now() + DEADLINE_MS;
    const timers = [stopIn(DEADLINE_MS)];
    const found = () => {
      clearTimeout(timers[1]);
      timers[1] = stopIn(GRACE_MS);
    };
    const [rdap, whois] = [newFinding(), newFinding()];
    const walk = { net, data, manners, rootReferrals, subject, found, share, endsAtMs, signal: stop.signal };
    try {
      // Both at once: RDAP may be missing or down, WHOIS may have been switched off, and neither is known before.
      await Promise.all([walkRdap({ ...walk, finding: rdap }), walkWhois({ ...walk, finding: whois })]);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      // Whatever still runs, after a bug in one of the two, has nobody to run for.
      stop.abort(new NetFailure('timeout', 'the lookup is over'));
      stop.release();
    }
    signal.throwIfAborted();
    return composeAnswer(ipOrDomain, subject, rdap, whois);
  };
}

/**
 * The registration of a domain, an address or an AS number, from the registry itself: RDAP and WHOIS, field by field.
 * @throws ToolError `not-found` when the registry says so, `source-failed` when no registry could be asked or all of
 * them limit us, `timeout`, `busy`; NetFailure `special_use` or `denied` when the guard refuses the target.
 */
export const probeWhois = createWhoisProbe(createManners({ intervalMs: 1000, maxWaitMs: 5000 }));
