import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { IsSecure } from '../headers.ts';
import type { Limits } from '../limits/limits.ts';
import type { SharedMemory } from '../stores/shared-memory.ts';
import type { Visitors } from './visitors.ts';

export interface AccountOptions {
  readonly config: Config;
  readonly isSecure: IsSecure;
  readonly tools: ReadonlySet<string>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Milliseconds since 1970, in place of the clock of the store; for tests of what is kept for a time. */
  readonly wallClock?: () => number;
  /** Milliseconds since this machine was started; for the same tests. */
  readonly uptime?: () => number;
  readonly limits: Limits;
  /** What several servers share; null for a server that is alone. */
  readonly shared: SharedMemory | null;
  /** Where the keys of ID tokens are; Google's unless a test brings its own. */
  readonly firebaseKeysUrl?: string;
}

/** Where the people come from. */
export interface IdentitySource {
  readonly visitors: Visitors;
  /** The calls that only this source has. */
  register(app: FastifyInstance): void;
  /** Ends what is under way. */
  settle(): Promise<void>;
}
