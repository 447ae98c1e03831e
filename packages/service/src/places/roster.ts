import type { AnyTool } from '@sonde/contract';
import { parseAddress } from '@sonde/probes';
import { comeBackMsOf, LEAST_COME_BACK_MS } from './come-back.ts';
import { digestsOf } from './digests.ts';
import type { Link } from './link.ts';
import {
  createPlaceJobs,
  type PlaceJob,
  type PlaceJobLimits,
  type PlaceJobs,
  type PlaceOutcome,
} from './place-jobs.ts';
import { type AgentFrame, CLOSE, type HubFrame, LinkFault } from './protocol.ts';

/** A place whose agent may connect. */
export interface EnrolledPlace {
  readonly id: string;
  readonly name: string;
  /** The public key of its agent, in base64url. */
  readonly publicKey: string;
  /** How many places this hub has, whether or not they are connected. */
  readonly among: number;
}

/** What is known of a place that is connected. */
export interface Presence {
  readonly families: readonly ('ipv4' | 'ipv6')[];
  /** The ids of tools that both sides have in the same version. */
  readonly tools: ReadonlySet<string>;
}

export interface ConnectedPlace {
  readonly place: EnrolledPlace;
  readonly presence: Presence;
  readonly jobs: PlaceJobs;
  readonly link: Link;
  /** Set by an agent that stops: it takes no more jobs. */
  isDraining: boolean;
}

export interface RosterOptions {
  readonly tools: readonly AnyTool[];
  readonly limits: PlaceJobLimits;
  /** Called when a place has connected, or is not connected any more. */
  readonly onChange?: (place: string, hasJoined: boolean) => void;
  /** Tells the operator what happened at a place; null: at a connection that has not said who it is. */
  readonly log: (place: string | null, event: string) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

type Hello = Extract<AgentFrame, { readonly t: 'hello' }>;

/** After so many violations within an hour, an agent is not asked for the rest of the hour. */
const MAX_FAULTS = 5;
const HOUR_MS = 3_600_000;
/** So many connections with the same key within a minute are a copied key. */
const MAX_JOINED = 5;
const MINUTE_MS = 60_000;
/** The time is told again when it has grown so much. */
const GROWN = 1.25;
/** A connection with more unsent bytes is closed: the agent does not read. */
const MAX_UNSENT_BYTES = 1024 * 1024;

export type Roster = ReturnType<typeof createRoster>;

/** The places that are connected, one connection each. */
export function createRoster({ tools, limits, log, now, onChange = () => {} }: RosterOptions) {
  const digests = digestsOf(tools);
  const connected = new Map<string, ConnectedPlace>();
  const recent = createRecent(now);
  let toldMs = LEAST_COME_BACK_MS;

  function replace({ place, link }: ConnectedPlace): void {
    log(place.id, 'connected again: the earlier connection is closed');
    link.close(CLOSE.policy, 'Another connection with the same key replaced this one.');
  }

  /** Within which time to come back is told to all again when there are far more of them; the one that joins is told anyway. */
  function tellTime({ id, among }: EnrolledPlace): void {
    const comeBackMs = comeBackMsOf(among);
    if (comeBackMs < toldMs * GROWN) return;
    toldMs = comeBackMs;
    for (const { place, link } of connected.values())
      if (place.id !== id) senderTo(link)({ t: 'comeBack', comeBackMs });
  }

  return {
    get: (place: string) => connected.get(place),
    all: () => [...connected.values()],
    isSuspended: (place: string) => recent.count('fault', place) >= MAX_FAULTS,
    /** Notes a violation of the protocol or of a contract; what a suspended agent does after that is not told again and again. */
    fault(place: string, what: string): void {
      if (recent.count('fault', place) >= MAX_FAULTS) return;
      log(place, what);
      recent.add('fault', place, HOUR_MS);
    },
    /** @throws LinkFault if the key of the place is used by several machines. */
    join(place: EnrolledPlace, hello: Hello, link: Link): ConnectedPlace {
      const before = connected.get(place.id);
      if (recent.count('joined', place.id) >= MAX_JOINED) {
        log(place.id, 'its key connects again and again: it may have been copied to another machine');
        before?.link.close(CLOSE.policy, 'The key is in use elsewhere.');
        throw new LinkFault('The key is in use elsewhere.', CLOSE.policy);
      }
      recent.add('joined', place.id, MINUTE_MS);
      const common = Object.entries(hello.tools).filter(([id, digest]) => digests[id] === digest);
      const presence = { families: hello.families, tools: new Set(common.map(([id]) => id)) };
      const jobs = createPlaceJobs(senderTo(link), limits, now);
      const joined = { place, presence, jobs, link, isDraining: false };
      tellTime(place);
      connected.set(place.id, joined);
      if (before === undefined) log(place.id, `connected (Sonde ${hello.version})`);
      else replace(before);
      onChange(place.id, true);
      return joined;
    },
    joinedElsewhere(place: string): void {
      recent.add('joined', place, MINUTE_MS);
      const here = connected.get(place);
      if (here !== undefined) replace(here);
    },
    leave(one: ConnectedPlace): void {
      one.jobs.close();
      if (connected.get(one.place.id) !== one) return;
      connected.delete(one.place.id);
      log(one.place.id, 'disconnected');
      onChange(one.place.id, false);
    },
  };
}

/** Sends frames to an agent that reads them. */
export function senderTo(link: Link): (frame: HubFrame) => void {
  return (frame) => {
    if (link.unsentBytes > MAX_UNSENT_BYTES) link.close(CLOSE.policy, 'The agent does not read.');
    else link.send(JSON.stringify(frame));
  };
}

/** Why a lookup is not made at a place with this presence; null if it is. */
export function obstacle(
  { tools, families }: Presence,
  { tool, query }: Pick<PlaceJob, 'tool' | 'query'>,
): PlaceOutcome | null {
  if (!tools.has(tool.id)) return { state: 'needs-update' };
  // «No route to the address» would blame the target.
  const address = tool.contacts.includes('targets') ? parseAddress(String(query[tool.target])) : null;
  // A machine that has neither knows only its own network, such as that of the demo.
  const isReached =
    address === null || families.length === 0 || families.includes(address.family === 4 ? 'ipv4' : 'ipv6');
  return isReached ? null : { state: 'not-from-here' };
}

/** Counts what happened to a place within a time. */
function createRecent(now: () => number) {
  const events = new Map<string, number[]>();
  const live = (key: string) => (events.get(key) ?? []).filter((untilMs) => untilMs > now());
  return {
    add(kind: string, place: string, forMs: number) {
      const key = `${kind} ${place}`;
      events.set(key, [...live(key), now() + forMs]);
    },
    count: (kind: string, place: string) => live(`${kind} ${place}`).length,
  };
}
