import type { LocalData } from '../../data/data.ts';
import type { Net } from '../../net/net.ts';
import type { Subject } from '../../protocols/whois-text/questions.ts';
import type { Finding } from './finding.ts';
import type { Manners, ShareOf } from './manners.ts';
import type { RootReferrals } from './root-referrals.ts';

/** What a way through the registries needs. It never rejects but for a bug: what goes wrong is part of the finding. */
export interface Walk {
  readonly net: Net;
  readonly data: LocalData;
  readonly manners: Manners;
  readonly rootReferrals: RootReferrals;
  readonly subject: Subject;
  readonly finding: Finding;
  readonly signal: AbortSignal;
  /** What runs already for whoever asks; see `Manners`. */
  readonly share: ShareOf | undefined;
  /** When the lookup ends at the latest, by `performance.now()`. */
  readonly endsAtMs: number;
  /** To be called whenever the finding has got something that answers the question. */
  found(): void;
}
