/* Places in the background: what watches and lists may name, and how they ask. */
import { type AnyTool, ToolError } from '@sonde/contract';
import { FROM, isAskedElsewhere, readFrom, refuseBurden, unknownPlaces } from '@sonde/contract/places/asked-elsewhere';
import { type PlaceAnswer, SELF } from '@sonde/contract/places/places';
import { listClient, type Service } from '@sonde/service';
import type { Hub } from '@sonde/service/places/hub';
import { askEverywhere, type EverywhereParts } from './ask-everywhere.ts';
import type { OpenPlaces } from './register.ts';

/** The places that work in the background may name. */
export type BackgroundPlaces = Pick<OpenPlaces, 'store'> &
  Pick<EverywhereParts, 'now'> & {
    readonly hub: Pick<Hub, 'ask' | 'presence'>;
    /** Whether the process that measures knows the agents: this one, or another one through Redis. */
    readonly reachesWorkers: boolean;
  };

/** The ids that `from` names; none if that is only this server. @throws ToolError `invalid-input` */
export function readOtherPlaces(from: unknown): readonly string[] {
  const ids = readFrom(from);
  return ids.every((id) => id === SELF) ? [] : ids;
}

/** Refuses a lookup that several places cannot make. `what` would make it. @throws ToolError `invalid-input` */
export function refuseElsewhere(tool: AnyTool, query: Readonly<Record<string, unknown>>, what: string): void {
  if (!isAskedElsewhere(tool)) throw wrongFrom(`A ${what} with ${tool.id} has no places.`);
  refuseBurden(tool, tool.query.parse(query));
}

/** @throws ToolError `invalid-input` for places that this server does not have, `store-failed`. */
export async function refuseUnknownPlaces(places: BackgroundPlaces | null, from: readonly string[]): Promise<void> {
  const others = from.filter((id) => id !== SELF);
  if (others.length === 0) return;
  if (places?.reachesWorkers === false)
    throw wrongFrom('Watches and lists from places need SONDE_REDIS_URL where another process measures.');
  const known = new Set(places === null ? [] : (await places.store.list()).map(({ id }) => id));
  const unknown = others.filter((id) => !known.has(id));
  if (unknown.length > 0) throw unknownPlaces(unknown);
}

export const wrongFrom = (message: string) => new ToolError('invalid-input', message, { field: FROM });

export interface AskedInBackground {
  readonly tool: AnyTool;
  readonly query: Readonly<Record<string, string>>;
  readonly from: readonly string[];
}

export interface AskingParts {
  readonly service: Service;
  /** Null if places are turned off. */
  readonly places: Pick<EverywhereParts, 'hub' | 'now'> | null;
}

/** Where places are turned off, none can be asked but this server. */
const noHub: EverywhereParts['hub'] = { ask: async () => ({ state: 'offline' }) };

/**
 * Asks places for one lookup, after those for whom somebody waits; one answer for each, in the order of `from`.
 * @throws ToolError as a call of the tool does; the reason of the signal.
 */
export async function askInBackground(
  { service, places }: AskingParts,
  { tool, query, from }: AskedInBackground,
  { party, signal }: { readonly party: string; readonly signal: AbortSignal },
): Promise<readonly PlaceAnswer[]> {
  const request = service.check(tool, query);
  refuseBurden(tool, request.query);
  const parts = { service, hub: places?.hub ?? noHub, now: places?.now ?? (() => performance.now()) };
  const caller = { client: listClient(party), signal, listen: undefined, isBackground: true };
  return (await askEverywhere({ tool, request, query, from }, parts, caller)).places;
}
