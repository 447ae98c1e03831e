import type { SharedStore } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { IsSecure } from '../http/headers.ts';
import type { ClientLimits } from '../limits/limits.ts';
import type { Store } from '../stores/store.ts';
import type { Derive } from './sign-in/passwords.ts';
import type { Visitors } from './visitors.ts';

export interface AccountOptions {
  readonly config: Config;
  readonly store: Store;
  readonly isSecure: IsSecure;
  readonly tools: ReadonlySet<string>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Derives keys from passwords; default: scrypt. */
  readonly derivePassword?: Derive;
  readonly limits: ClientLimits;
  /** The store shared by instances; null for a single instance. */
  readonly shared: SharedStore | null;
  /** Where the keys of ID tokens are published; default: Google's address. */
  readonly firebaseKeysUrl?: string;
}

/** Where accounts come from: the embedded ones or a hosted provider. */
export interface IdentitySource {
  readonly visitors: Visitors;
  /** Registers the calls that only this source has. */
  register(app: FastifyInstance): void;
  /** Ends running work. */
  settle(): Promise<void>;
}
