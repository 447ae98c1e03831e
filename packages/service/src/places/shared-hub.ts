import { randomUUID } from 'node:crypto';
import type { SharedStore } from '../stores/shared-store.ts';
import { digestsOf } from './digests.ts';
import { createGuestJobs } from './guest-jobs.ts';
import { createHub, type Hub, type HubOptions } from './hub.ts';
import { createRemotePlaces } from './remote-places.ts';
import { obstacle } from './roster.ts';
import { readTold, type Told } from './told.ts';

export interface SharedHubOptions extends Omit<HubOptions, 'onChange'> {
  readonly shared: SharedStore;
  /** How often a hub tells which places are connected to it; default: 5,000 ms. */
  readonly presentMs?: number;
}

const ALL = 'sonde:1:hubs';
const channelOf = (hub: string) => `sonde:1:hub:${hub}`;
/** A change is told after so many milliseconds, together with others. */
const CHANGED_MS = 100;
/** A hub that has told nothing in so many intervals is gone. */
const MISSED = 4;

/**
 * The hub of one of several processes that share a store: every place can be asked at each. Presence and jobs are passed on by
 * the store's channels, and kept nowhere. While the store cannot be reached, only the agents connected here can be asked.
 */
export function createSharedHub({ shared, presentMs = 5_000, ...options }: SharedHubOptions): Hub {
  const { tools, now } = options;
  const id = randomUUID();
  const digests = digestsOf(tools);
  let soon: NodeJS.Timeout | null = null;

  const tell = (channel: string, told: Told) => {
    // Whoever waits for it has a deadline.
    void shared.run((commands) => commands.publish(channel, JSON.stringify(told))).catch(() => {});
  };
  const local = createHub({
    ...options,
    onChange(place, hasJoined) {
      if (hasJoined) tell(ALL, { t: 'joined', hub: id, place });
      soon ??= setTimeout(present, CHANGED_MS).unref();
    },
  });
  const guests = createGuestJobs(local, tools, (hub, place, frame) =>
    tell(channelOf(hub), { t: 'said', hub: id, place, frame }),
  );
  const remotes = createRemotePlaces({
    digests,
    silentMs: MISSED * presentMs,
    now,
    send: (hub, place, frame) => tell(channelOf(hub), { t: 'asked', hub: id, place, frame }),
    onGone: guests.leave,
  });

  function present(): void {
    if (soon !== null) clearTimeout(soon);
    soon = null;
    tell(ALL, { t: 'present', hub: id, digests: { ...digests }, places: presentAt(local) });
    remotes.forgetSilent();
  }

  function received(message: string): void {
    const told = readTold(message);
    if (told === null || told.hub === id) return;
    const { hub } = told;
    if (told.t === 'who') present();
    else if (told.t === 'present') remotes.note(told);
    else if (told.t === 'joined') local.joinedElsewhere(told.place);
    else if (told.t === 'asked') guests.received(hub, told.place, told.frame);
    else remotes.get(told.place)?.jobs.received(told.frame);
  }

  const leave = [shared.subscribe(ALL, received), shared.subscribe(channelOf(id), received)];
  const timer = setInterval(present, presentMs).unref();
  tell(ALL, { t: 'who', hub: id });
  const remoteOf = (place: string) => (local.presence(place) === null ? remotes.get(place) : undefined);
  return {
    ...local,
    presence: (place) => local.presence(place) ?? remotes.get(place)?.presence ?? null,
    isSuspended: (place) => remoteOf(place)?.isSuspended ?? local.isSuspended(place),
    async ask(place, job) {
      const remote = remoteOf(place);
      if (remote === undefined) return local.ask(place, job);
      if (remote.isSuspended || !shared.isReachable) return { state: 'offline' };
      return obstacle(remote.presence, job) ?? remote.jobs.ask(job);
    },
    close() {
      clearInterval(timer);
      local.close();
      if (soon !== null) clearTimeout(soon);
      tell(ALL, { t: 'present', hub: id, digests: {}, places: {} });
      for (const stop of leave) stop();
      remotes.close();
    },
  };
}

function presentAt(local: Hub): Extract<Told, { readonly t: 'present' }>['places'] {
  const places = local.connected().flatMap(({ id: place }) => {
    const presence = local.presence(place);
    if (presence === null) return [];
    return [[place, { ...presence, tools: [...presence.tools], isSuspended: local.isSuspended(place) }] as const];
  });
  return Object.fromEntries(places);
}
