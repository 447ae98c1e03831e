import { isWatchedId, watchWords } from '@sonde/contract/answers/watch-words';
import type { Observation, WatchChange, WatchEntry, WatchedEnd, WatchedValue } from '@sonde/contract/watch/watch';
import { type KnownEnd, stateOfEnd } from '@sonde/service/watches/ends';
import type { ChangeRow, ObservationRow, WatchRow } from '../stores/watch-tables.ts';

/** A row of the changes of a watch of this tool, with its words. */
export function toWatchChange(tool: string, row: ChangeRow): WatchChange {
  const { id, kind, at, path, weight, state } = row;
  const [before, after] = [readValue(row.before), readValue(row.after)];
  const places = row.places === null ? null : (JSON.parse(row.places) as WatchChange['places']);
  const words = isWatchedId(tool)
    ? watchWords(tool, { kind, path, before, after, places })
    : { label: path, text: `${String(after)}; it was ${String(before)}.` };
  const { label, text } = words;
  return { id, kind, at, path, label, before, after, text, weight, state, confirmedAt: row.confirmed_at, places };
}

const readValue = (json: string): WatchedValue => JSON.parse(json) as WatchedValue;

/** The ids of the places of a watch; none for the server alone. */
export const placesOfRow = ({ places }: Pick<WatchRow, 'places'>): string[] => places?.split(',') ?? [];

export function toObservation(row: ObservationRow): Observation {
  const { from_at: from, until_at: until, facts_sha256: factsSha256, snapshot_id: snapshot, failure } = row;
  return { from, until, factsSha256, snapshot, failure };
}

interface EntryParts {
  readonly row: WatchRow;
  readonly channels: readonly string[];
  /** The newest confirmed change. */
  readonly last: ChangeRow | null;
  readonly nowMs: number;
}

/** A watch without its history. */
export function toEntry({ row, channels, last, nowMs }: EntryParts): WatchEntry {
  const isPaused = row.paused === 1;
  return {
    id: row.id,
    tool: row.tool,
    target: row.target,
    name: row.name,
    query: JSON.parse(row.query) as WatchEntry['query'],
    from: placesOfRow(row),
    everySeconds: row.every_s,
    quiet: JSON.parse(row.quiet) as string[],
    channels: [...channels],
    madeAt: row.made_at,
    checkedAt: row.checked_at,
    nextAt: isPaused ? null : row.next_at,
    state: isPaused ? 'paused' : row.cannot_since === null ? 'watching' : 'cannot-measure',
    failure: row.failure,
    ends: endsOf(row, nowMs),
    lastChange: last === null ? null : toWatchChange(row.tool, last),
  };
}

function endsOf({ ends: json }: WatchRow, nowMs: number): WatchedEnd[] {
  const ends = JSON.parse(json) as readonly KnownEnd[];
  return ends
    .map(({ about, kind, begins, ends: at, ...end }) => {
      const state = stateOfEnd({ ...end, kind, begins, ends: at }, nowMs);
      return { about, kind, begins, ends: at, state };
    })
    .toSorted((one, other) => Date.parse(one.ends) - Date.parse(other.ends));
}
