import type { AnyTool } from '@sonde/contract';
import { createHubConnection, type HubConnectionOptions } from './hub-connection.ts';
import type { Link, LinkListener } from './link.ts';
import type { PlaceJob, PlaceJobLimits, PlaceOutcome } from './place-jobs.ts';
import { CLOSE, HANDSHAKE_MS, HEARTBEAT_MS, SILENT_MS } from './protocol.ts';
import { createRoster, type EnrolledPlace, obstacle, type Presence, type RosterOptions } from './roster.ts';

export interface HubOptions
  extends Pick<HubConnectionOptions, 'hub' | 'find' | 'log' | 'now'>,
    Pick<RosterOptions, 'onChange'> {
  readonly tools: readonly AnyTool[];
  readonly limits?: PlaceJobLimits;
  /** Default: those of the protocol. */
  readonly times?: HubConnectionOptions['times'];
}

const protocolTimes = { handshakeMs: HANDSHAKE_MS, heartbeatMs: HEARTBEAT_MS, silentMs: SILENT_MS } as const;
/** An agent has limits of its own, and the lower ones count. */
const hubLimits: PlaceJobLimits = { jobs: 20, perMinute: 60 };
/**
 * Connections that have not said who they are. A further one ends the oldest if that had the time in which an agent says it:
 * nobody keeps agents out by holding them all, and agents that come back together do not end each other's connections.
 */
const MAX_STRANGERS = 64;
const FAIR_MS = 1_000;

export interface Hub {
  /** Starts the handshake with a new connection; null if there are too many that have not said who they are. */
  accept(link: Link): LinkListener | null;
  /** Null while the place is not connected. */
  presence(place: string): Presence | null;
  /** Whether its answers did not fit the contract several times within the last hour. */
  isSuspended(place: string): boolean;
  /** Rejects with the reason of the job's signal. */
  ask(place: string, job: PlaceJob): Promise<PlaceOutcome>;
  /** The agent of a place has connected to another process: an earlier connection here is over. */
  joinedElsewhere(place: string): void;
  /** Closes the connection of a place, such as one that was removed. */
  disconnect(place: string, reason: string): void;
  /** The places that are connected here, with the keys that their agents have proved. */
  connected(): readonly Pick<EnrolledPlace, 'id' | 'publicKey'>[];
  close(): void;
}

/** The side of the server: connections of agents, and the lookups that they are asked to make. */
export function createHub({ tools, limits = hubLimits, times = protocolTimes, ...options }: HubOptions): Hub {
  const roster = createRoster({ tools, limits, ...options });
  /** In order of arrival, with the time of it. */
  const strangers = new Map<Link, number>();
  const endOldest = (): boolean => {
    const [[oldest, sinceMs] = []] = strangers;
    if (oldest === undefined || sinceMs === undefined || options.now() - sinceMs < FAIR_MS) return false;
    strangers.delete(oldest);
    oldest.close(CLOSE.policy, 'Too many connections. Try again later.');
    return true;
  };
  return {
    accept(link) {
      if (strangers.size >= MAX_STRANGERS && !endOldest()) return null;
      strangers.set(link, options.now());
      return createHubConnection(link, {
        ...options,
        roster,
        times,
        welcome: limits,
        onKnown: () => strangers.delete(link),
      });
    },
    presence: (place) => roster.get(place)?.presence ?? null,
    isSuspended: roster.isSuspended,
    connected: () => roster.all().map(({ place }) => place),
    joinedElsewhere: roster.joinedElsewhere,
    async ask(place, job) {
      const one = roster.get(place);
      if (one === undefined || one.isDraining || roster.isSuspended(place)) return { state: 'offline' };
      return obstacle(one.presence, job) ?? one.jobs.ask(job);
    },
    disconnect: (place, reason) => roster.get(place)?.link.close(CLOSE.policy, reason),
    close() {
      for (const link of [...roster.all().map((one) => one.link), ...strangers.keys()])
        link.close(CLOSE.done, 'The server stops.');
    },
  };
}
