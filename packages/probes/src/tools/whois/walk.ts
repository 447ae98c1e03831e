import type { LocalData } from '../../data/data.ts';
import type { AllowanceStore } from '../../limits/allowance.ts';
import type { Net } from '../../net/net.ts';
import type { Subject } from '../../protocols/whois-text/questions.ts';
import type { RegistryThrottle, ShareOf } from './registry-throttle.ts';
import type { Replies } from './replies.ts';
import type { RootReferrals } from './root-referrals.ts';

/** What one protocol needs to query the registries. A walk rejects only on a bug: failures are part of its replies. */
export interface RegistryWalk {
  readonly net: Net;
  readonly data: LocalData;
  readonly throttle: RegistryThrottle;
  readonly rootReferrals: RootReferrals;
  readonly subject: Subject;
  readonly replies: Replies;
  readonly signal: AbortSignal;
  /** How many lookups this client already runs; see `RegistryThrottle`. */
  readonly share: ShareOf | undefined;
  /** What all instances together may ask of registries; null if there is only this one. */
  readonly turns: AllowanceStore | null;
  /** When the lookup ends at the latest, by `performance.now()`. */
  readonly endsAtMs: number;
  /** Must be called whenever the replies contain something that answers the query. */
  onAnswer(): void;
}
