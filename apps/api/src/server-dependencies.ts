import type { LocalData, Net, NodeNet } from '@sonde/probes';
import type { Toolbox } from '@sonde/service';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from './accounts/accounts.ts';
import type { Derive } from './accounts/sign-in/passwords.ts';
import type { Channels } from './channels/channels.ts';
import type { Deprecation } from './http/deprecations.ts';
import type { LogStream } from './http/log-stream.ts';
import type { Background } from './jobs/background.ts';
import type { Reachability } from './reachability/check-reachability.ts';
import type { StreamTiming } from './streams/event-stream.ts';

export interface ServerDependencies {
  readonly net: Net;
  readonly data: LocalData;
  /** How this machine can ping, for `/readyz`; default: not at all. */
  readonly bestPingMethods?: NodeNet['bestPingMethods'];
  /** The folder with the built web app; null if something else serves the pages. */
  readonly webRoot: string | null;
  /** Default: every tool, measured through `net`. */
  readonly toolbox?: Toolbox;
  /** Milliseconds of a monotonic clock; for tests of freshness. */
  readonly now?: () => number;
  /** The event-loop delay above which lookups are refused; 0, for tests of anything else, never refuses. */
  readonly maxEventLoopDelayMs?: number;
  /** Default: standard output. */
  readonly logStream?: LogStream;
  /** How long a stop waits for running lookups. */
  readonly drainMs?: number;
  readonly streamTiming?: StreamTiming;
  /** Default: those of this version. */
  readonly deprecations?: readonly Deprecation[];
  /** The limit for all connections together; a test sets a lower one. */
  readonly maxConnections?: number;
  /** Milliseconds since 1970; for tests of expiry. */
  readonly wallClock?: () => number;
  /** Milliseconds since this machine started; for the same tests. */
  readonly uptime?: () => number;
  /** Derives keys from passwords; default: scrypt, which takes a fifth of a second on purpose. */
  readonly derivePassword?: Derive;
  /** Where the keys of ID tokens are published; default: Google's address. */
  readonly firebaseKeysUrl?: string;
}

export interface SondeServer {
  readonly app: FastifyInstance;
  readonly accounts: Accounts;
  readonly channels: Channels;
  /** Jobs: watches, deliveries and lists. */
  readonly background: Background;
  /** The second listener, for monitoring. */
  readonly metrics: FastifyInstance;
  /** Opens the stores, and resumes lists that had not ended. */
  begin(): Promise<void>;
  /** Shown by `/readyz` and, if something does not work, in a notice above the pages. */
  setReachability(reachability: Reachability): Promise<void>;
  /** Answers all open requests, then closes every connection. */
  stop(): Promise<void>;
}
