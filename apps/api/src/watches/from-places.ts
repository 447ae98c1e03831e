import { MAX_WATCH_PLACES } from '@sonde/contract/watch/changed-places';
import type { Service } from '@sonde/service';
import { readOtherPlaces, refuseElsewhere, wrongFrom } from '../places/background-places.ts';

interface FromWish {
  readonly tool: string;
  readonly query: Readonly<Record<string, string>>;
  readonly from?: unknown;
}

/**
 * The places that a watch names; none if that is only this server. What burdens its target is not watched from several.
 * @throws ToolError `invalid-input`
 */
export function readWatchedFrom(service: Pick<Service, 'tools'>, { tool: id, query, from }: FromWish): string[] {
  const ids = readOtherPlaces(from);
  if (ids.length > MAX_WATCH_PLACES) throw wrongFrom(`A watch has at most ${MAX_WATCH_PLACES} places.`);
  if (ids.length === 0) return [];
  const tool = service.tools.find((one) => one.id === id);
  if (tool === undefined) throw wrongFrom(`A watch with ${id} has no places.`);
  refuseElsewhere(tool, query, 'watch');
  return [...ids];
}
