/* The answers of several places for readers: pages, terminals and agents. */
import { type Reading, readerOf } from '../reading.ts';
import { bytesOf } from '../summary/shortened.ts';
import type { ToolId } from '../tools/index.ts';
import { type MergedPaths, mergedPaths } from './merged-paths.ts';
import { type GroupRead, placesSentence, type ShownGroup, shownGroups } from './place-groups.ts';
import { type PlaceAnswerRead, placeRows, roundTripText, type ShownPlace } from './place-rows.ts';
import { type PlaceAnswer, type PlaceGroup, PlacesAnswer } from './places.ts';

export interface PlacesInWords {
  /** What the comparison shows, in up to three sentences. */
  readonly sentence: string;
  readonly rows: readonly ShownPlace[];
  /** What sets the groups apart; empty if there are not at least two. */
  readonly groups: readonly ShownGroup[];
  /** Where paths come together; empty for all tools but traceroute. */
  readonly paths: readonly MergedPaths[];
}

/** The answer of one place, of this version or another. */
export const readPlace = ({ place, state, data, code, reason }: Reading<typeof PlaceAnswer>): PlaceAnswerRead => ({
  place: place ?? '',
  state: state ?? '',
  data,
  code,
  reason,
});

/** Groups, of this version or another. */
export const readGroups = (groups: readonly Reading<typeof PlaceGroup>[]): readonly GroupRead[] =>
  groups.map(({ places, facts }) => ({ places: places ?? [], facts: facts ?? {} }));

/** Reads the data of the call that asks places; null if it is something else. */
export function readPlaces(data: unknown): Reading<typeof PlacesAnswer> | null {
  const { data: read } = readerOf(PlacesAnswer).safeParse(data);
  // Whoever asks places asks at least one: the reader takes anything else as a list without items.
  return read === undefined || read.places.length === 0 ? null : read;
}

/** The whole answer in words. */
export function placesInWords(
  tool: ToolId,
  { places, groups }: Pick<Reading<typeof PlacesAnswer>, 'places' | 'groups'>,
): PlacesInWords {
  const read = places.map(readPlace);
  const compared = readGroups(groups);
  return {
    sentence: placesSentence(tool, compared, read),
    rows: placeRows(tool, read),
    groups: compared.length > 1 ? shownGroups(tool, compared, read) : [],
    paths: tool === 'traceroute' ? mergedPaths(read) : [],
  };
}

/** Left for the counts of what is not shown, and for the names of the fields. */
const AROUND_BYTES = 160;

/**
 * The answer in at most `maxBytes` bytes of JSON: the comparison, then what sets the groups apart, then one line for each
 * place, as far as there is room.
 */
export function placesSummary(tool: ToolId, data: Readonly<Record<string, unknown>>, maxBytes: number): object {
  const read = readPlaces(data);
  if (read === null) return { more: MORE };
  const { sentence, rows, groups, paths } = placesInWords(tool, read);
  let room = maxBytes - AROUND_BYTES - bytesOf(sentence);
  const fits = (value: unknown): boolean => {
    const bytes = bytesOf(value) + 1;
    if (bytes > room) return false;
    room -= bytes;
    return true;
  };
  const shownGroups = groups.filter(fits);
  const lines = rows.map(
    (row) => `${row.place}: ${[row.result, roundTripText(row), row.headline].filter(Boolean).join('; ')}`,
  );
  const shown = lines.filter(fits);
  const shownPaths = paths.filter(fits);
  const left = {
    places: lines.length - shown.length,
    groups: groups.length - shownGroups.length,
    paths: paths.length - shownPaths.length,
  };
  const notShown = Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0));
  return {
    comparison: sentence,
    places: shown,
    ...(groups.length > 0 ? { groups: shownGroups } : {}),
    ...(paths.length > 0 ? { paths: shownPaths } : {}),
    ...(Object.keys(notShown).length > 0 ? { notShown } : {}),
    more: MORE,
  };
}

const MORE = 'detail "full" returns all answers.';
