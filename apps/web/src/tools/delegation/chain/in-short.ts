import type { GraphZone } from './graph.ts';

/** A longer chain would fill several screens with zones in which everything holds. */
const MANY = 5;

/**
 * The zones of a long chain that are drawn as one line: everything in them holds, and neither they nor the zone below them
 * is what somebody looks for, which is the last zone and every one that is not secure.
 */
export function inShort(zones: readonly GraphZone[]): ReadonlySet<GraphZone> {
  if (zones.length <= MANY) return new Set();
  const isPlain = (zone: GraphZone | undefined) => zone?.hold === 'ok' && (zone.link?.hold ?? 'ok') === 'ok';
  return new Set(zones.filter((zone, index) => index < zones.length - 1 && isPlain(zone) && isPlain(zones[index + 1])));
}
