import { ToolError } from '@sonde/contract';
import { FROM, isAskedElsewhere, readFrom, refuseBurden, unknownPlaces } from '@sonde/contract/places/asked-elsewhere';
import { SELF } from '@sonde/contract/places/places';
import { MAX_WATCH_PLACES } from '@sonde/contract/watch/changed-places';
import type { Service } from '@sonde/service';
import type { EverywhereParts } from '../places/ask-everywhere.ts';
import type { OpenPlaces } from '../places/register.ts';

/** The places that watches may name. */
export type WatchedPlaces = Pick<OpenPlaces, 'store'> &
  Pick<EverywhereParts, 'hub' | 'now'> & {
    /** Whether the process that measures knows the agents: this one, or another one through Redis. */
    readonly reachesWorkers: boolean;
  };

interface FromWish {
  readonly tool: string;
  readonly query: Readonly<Record<string, string>>;
  readonly from?: unknown;
}

/**
 * The places that a new watch names; none if that is only this server. What burdens its target is not watched from several.
 * @throws ToolError `invalid-input`
 */
export function readWatchedFrom(service: Pick<Service, 'tools'>, { tool: id, query, from }: FromWish): string[] {
  const ids = readFrom(from);
  if (ids.length > MAX_WATCH_PLACES) throw misused(`A watch has at most ${MAX_WATCH_PLACES} places.`);
  if (ids.every((place) => place === SELF)) return [];
  const tool = service.tools.find((one) => one.id === id);
  if (tool === undefined || !isAskedElsewhere(tool)) throw misused(`A watch with ${id} has no places.`);
  refuseBurden(tool, tool.query.parse(query));
  return [...ids];
}

/** @throws ToolError `invalid-input` for places that this server does not have, `store-failed`. */
export async function refuseUnknownPlaces(places: WatchedPlaces | null, from: readonly string[]): Promise<void> {
  const others = from.filter((id) => id !== SELF);
  if (others.length === 0) return;
  if (places?.reachesWorkers === false)
    throw misused('Watches from places need SONDE_REDIS_URL where another process measures.');
  const known = new Set(places === null ? [] : (await places.store.list()).map(({ id }) => id));
  const unknown = others.filter((id) => !known.has(id));
  if (unknown.length > 0) throw unknownPlaces(unknown);
}

const misused = (message: string) => new ToolError('invalid-input', message, { field: FROM });
