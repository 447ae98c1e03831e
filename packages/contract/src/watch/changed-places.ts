/* A change of a watch that several places measure: where it is, in data and in words. */
import * as z from 'zod/mini';
import { described } from '../described.ts';
import { listedPlaces } from '../own-place.ts';

/** The most places of one watch. */
export const MAX_WATCH_PLACES = 5;

export const WatchedValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
/** The value of a fact in JSON; null: measured, and there is none. */
export type WatchedValue = z.infer<typeof WatchedValue>;

const ids = z.array(z.string());

const Changed = z.object({
  places: described(ids, 'The ids of these places; self is the server.', ['fra', 'self']),
  before: described(z.nullable(WatchedValue), 'The value before; null for none.', ['192.0.2.1']),
  after: described(z.nullable(WatchedValue), 'The value after; null for none.', ['192.0.2.2']),
});

/** Where a change was measured. */
export const ChangedPlaces = z.object({
  changed: described(z.array(Changed), 'The places with the change, by equal values, the largest group first.', [
    { places: ['fra', 'self'], before: ['192.0.2.1'], after: ['192.0.2.2'] },
  ]),
  same: described(ids, 'The places that were measured at the same time and do not have the change.', ['ams']),
  missing: described(ids, 'The places that could not be measured then.', []),
});
export type ChangedPlaces = z.infer<typeof ChangedPlaces>;

type Group = ChangedPlaces['changed'][number];

/**
 * `Changed in 3 of 5 places (fra, ams, this server).`, with what has changed there.
 * @param kind that of the change
 * @param wordsOf what has changed, in words, for one pair of values
 */
export function changedPlacesText(
  kind: string,
  { changed, same, missing }: ChangedPlaces,
  wordsOf: (values: Pick<Group, 'before' | 'after'>) => string,
): string {
  const where = changed.flatMap(({ places }) => places);
  if (kind === 'cannot-measure') {
    const reasons = changed.map(({ places, after }) => `${listedPlaces(places)}: ${String(after)}`).join('; ');
    return `Cannot be measured in ${countOf(where, [...same, ...missing])} (${reasons}).`;
  }
  if (kind === 'back') return `Can be measured again in ${listedPlaces(where)}.`;
  const [only] = changed;
  const said = kind === 'ends' ? 'Seen' : 'Changed';
  const first = `${said} in ${countOf(where, same)} (${listedPlaces(where)}).`;
  const what =
    changed.length === 1 && only !== undefined
      ? [wordsOf(only)]
      : changed.map((group) => `${capital(listedPlaces(group.places))}: ${wordsOf(group)}`);
  const unknown = missing.length === 0 ? [] : [`Not measured in ${listedPlaces(missing)}.`];
  return [first, ...what, ...unknown].join(' ');
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function countOf(where: readonly string[], others: readonly string[]): string {
  const all = where.length + others.length;
  return `${where.length} of ${all} ${all === 1 ? 'place' : 'places'}`;
}
