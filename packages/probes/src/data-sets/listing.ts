import type { DataSetState } from '@sonde/contract';
import { type LocalData, UpdateRefused } from '../data/data.ts';
import { attemptsSlot, type RenewalAttempt } from './attempts.ts';
import type { DataSet, Renewed } from './data-set.ts';

const DAY_MS = 86_400_000;
/** After a failed attempt; doubled after each further one, up to the usual interval. */
const RETRY_MS = 60 * 60_000;
/** Of the message, which may quote what a server has sent. */
const MAX_ERROR_LENGTH = 300;

/** The state of each data set on this machine. */
export function listDataSets(data: LocalData, sets: readonly DataSet[], nowMs: number): Promise<DataSetState[]> {
  return Promise.all(sets.map((set) => stateOf(data, set, nowMs)));
}

async function stateOf(data: LocalData, set: DataSet, nowMs: number): Promise<DataSetState> {
  const { id, name, publisher, source, licence, oldAfterDays, expiredAfterDays } = set.facts;
  const [copy, attempt] = await Promise.all([set.copy(), data.of(attemptsSlot).last(id)]);
  const date = copy?.date ?? null;
  const ageDays = date === null ? null : Math.max(0, Math.floor((nowMs - Date.parse(date)) / DAY_MS));
  const next = set.renew === null || set.facts.everyDays === null ? null : nextAttemptMs(set.facts.everyDays, attempt);
  return {
    id,
    name,
    publisher,
    source,
    licence,
    date,
    ageDays,
    origin: copy?.origin ?? null,
    state: copy === null ? 'missing' : stateAt(ageDays, oldAfterDays, expiredAfterDays),
    expiresAt:
      date === null || expiredAfterDays === null
        ? null
        : new Date(Date.parse(date) + expiredAfterDays * DAY_MS).toISOString(),
    triedAt: attempt === null ? null : new Date(attempt.atMs).toISOString(),
    error: attempt?.error ?? null,
    nextUpdateAt: next === null ? null : new Date(Math.max(next, nowMs)).toISOString(),
  };
}

function stateAt(ageDays: number | null, oldAfterDays: number, expiredAfterDays: number | null): DataSetState['state'] {
  if (ageDays === null) return 'unknown';
  if (expiredAfterDays !== null && ageDays >= expiredAfterDays) return 'expired';
  return ageDays >= oldAfterDays ? 'old' : 'fresh';
}

/** When a data set is due; in the past if it never was renewed. */
function nextAttemptMs(everyDays: number, attempt: RenewalAttempt | null): number {
  if (attempt === null) return 0;
  const usual = everyDays * DAY_MS;
  const wait = attempt.failures === 0 ? usual : Math.min(usual, RETRY_MS * 2 ** Math.min(attempt.failures - 1, 10));
  return attempt.atMs + wait;
}

/** Whether the server should renew a data set now. A clock that was set back makes it due. */
export async function isDue(data: LocalData, { facts, renew }: DataSet, nowMs: number): Promise<boolean> {
  if (renew === null || facts.everyDays === null) return false;
  const attempt = await data.of(attemptsSlot).last(facts.id);
  return nowMs >= nextAttemptMs(facts.everyDays, attempt) || (attempt !== null && attempt.atMs > nowMs);
}

/**
 * Renews one data set, and notes the attempt before it begins, so that others who share the folder do not make it as well.
 * @throws UpdateRefused with everything unchanged
 */
export async function renewDataSet(
  data: LocalData,
  set: DataSet,
  { sources, signal, now }: { readonly sources: readonly string[]; readonly signal: AbortSignal; now(): number },
): Promise<Renewed> {
  if (set.renew === null) throw new UpdateRefused(`${set.facts.name} cannot be renewed by this command.`);
  const attempts = data.of(attemptsSlot);
  const failures = (await attempts.last(set.facts.id))?.failures ?? 0;
  const begun = { atMs: now(), failures: failures + 1, error: 'The last attempt did not end.' };
  await attempts.note(set.facts.id, begun);
  try {
    const renewed = await set.renew(sources, signal);
    await attempts.note(set.facts.id, { atMs: now(), failures: 0, error: null });
    return renewed;
  } catch (error) {
    const text = error instanceof UpdateRefused ? error.message : 'An internal error.';
    const shown = text.replaceAll(/https?:\/\/\S+/g, 'the source').slice(0, MAX_ERROR_LENGTH);
    await attempts.note(set.facts.id, { ...begun, error: shown });
    throw error;
  }
}
