import { ToolError } from '@sonde/contract';
import { type AddressAllowance, createAddressAllowance } from '../../engines/tls/connection/address-allowance.ts';
import type { TargetLimits } from '../../limits/target-limits.ts';
import type { FoundHosts, Net, Visit, VisitOptions } from '../../net/net.ts';
import { clientsOf } from '../../work/work.ts';

/** Milliseconds for one request. */
const VISIT_MS = 10_000;
/** Octets of a body that are read, and as many of what it decompresses to. */
const MAX_BODY_BYTES = 512 * 1024;

export type VisitWish = Partial<
  Pick<VisitOptions, 'method' | 'family' | 'protocols' | 'origin' | 'namedBy' | 'maxBytes'>
>;

/** The requests of one lookup, with what they have in common. */
export interface Visits {
  readonly net: Net;
  readonly signal: AbortSignal;
  /** @throws VisitFailure, or ToolError `rate-limited` for an address that has many checks at the moment */
  visit(url: string, wish?: VisitWish): Promise<Visit>;
}

interface VisitsInput {
  readonly net: Net;
  readonly limits: TargetLimits;
  readonly signal: AbortSignal;
  /** The family of addresses that the query names; null for both. */
  readonly family: 4 | 6 | null;
}

export function createVisits({ net, limits, signal, family }: VisitsInput): Visits {
  const allowance: AddressAllowance = createAddressAllowance(limits.tlsConnections);
  const found: FoundHosts = new Map();
  const admit: VisitOptions['admit'] = ({ address }, asking) => allowance.takeOne(address, asking);
  const common = { method: 'GET', family, timeoutMs: VISIT_MS, maxBytes: MAX_BODY_BYTES, found, admit } as const;
  return { net, signal, visit: (url, wish = {}) => net.visit(url, { ...common, ...wish }, signal) };
}

/** Counts a check of a host. @throws ToolError `rate-limited`, with the time to retry */
export async function takeCheck({ webChecks }: TargetLimits, host: string, signal: AbortSignal): Promise<void> {
  const decision = await webChecks?.take(`web ${host}`, 1, clientsOf(signal));
  signal.throwIfAborted();
  if (decision === undefined || decision.isAllowed) return;
  throw new ToolError('rate-limited', 'This host has just been checked several times. Please try again later.', {
    retryAfterSeconds: decision.retryInMs / 1000,
  });
}
