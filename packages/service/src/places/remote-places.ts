import { createPlaceJobs, type PlaceJobs } from './place-jobs.ts';
import type { HubFrame } from './protocol.ts';
import type { Presence } from './roster.ts';
import type { Told } from './told.ts';

/** A place whose agent is connected to another process. */
export interface RemotePlace {
  readonly hub: string;
  readonly jobs: PlaceJobs;
  presence: Presence;
  isSuspended: boolean;
}

export interface RemotePlacesOptions {
  /** The digest of each tool's contract here, by id. */
  readonly digests: Readonly<Record<string, string>>;
  /** After so many milliseconds without news, a hub is gone. */
  readonly silentMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Sends a frame to the hub at which a place is connected. */
  send(hub: string, place: string, frame: HubFrame): void;
  /** Called when a hub is gone. */
  onGone(hub: string): void;
}

export interface RemotePlaces {
  get(place: string): RemotePlace | undefined;
  note(present: Extract<Told, { readonly t: 'present' }>): void;
  forgetSilent(): void;
  /** Ends all jobs. */
  close(): void;
}

/** The hub of the agent applies the limits. */
const noLimits = { jobs: Infinity, perMinute: Infinity } as const;

/** The places that are connected to other processes, as these have told. */
export function createRemotePlaces({ digests, silentMs, now, send, onGone }: RemotePlacesOptions): RemotePlaces {
  const places = new Map<string, RemotePlace>();
  const heardAtMs = new Map<string, number>();

  function drop(hub: string, isKept: (place: string) => boolean): void {
    for (const [place, remote] of places) {
      if (remote.hub !== hub || isKept(place)) continue;
      places.delete(place);
      remote.jobs.close();
    }
  }

  return {
    get: (place) => places.get(place),
    note({ hub, places: present, digests: theirs }) {
      heardAtMs.set(hub, now());
      drop(hub, (place) => place in present);
      for (const [place, { families, tools, isSuspended }] of Object.entries(present)) {
        const presence = { families, tools: new Set(tools.filter((tool) => theirs[tool] === digests[tool])) };
        const known = places.get(place);
        if (known?.hub === hub) {
          known.presence = presence;
          known.isSuspended = isSuspended;
          continue;
        }
        known?.jobs.close();
        const jobs = createPlaceJobs((frame) => send(hub, place, frame), noLimits, now);
        places.set(place, { hub, presence, isSuspended, jobs });
      }
    },
    forgetSilent() {
      for (const [hub, atMs] of heardAtMs) {
        if (now() - atMs <= silentMs) continue;
        heardAtMs.delete(hub);
        drop(hub, () => false);
        onGone(hub);
      }
    },
    close() {
      for (const { jobs } of places.values()) jobs.close();
    },
  };
}
