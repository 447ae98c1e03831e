import { readStored, store } from '../../browser/storage/storage.ts';

const TEXT_KEY = 'ipTracker.ip';
const COUNTER_KEY = 'ipTracker.searchTrigger';
const TARGET_KEY = 'ipTracker.target';
const ANSWERS_KEY = 'ipTracker.answers';
/** Each answer takes a few kilobytes; browsers allow a site five megabytes. */
const MAX_ANSWERS = 20;

/** The state of the IP tracker in the tab's session storage. */
export interface TrackerMemory {
  /** The text of the field, submitted or not. */
  readonly text: string;
  /** How many lookups were submitted. */
  readonly counter: number;
  /** The last target; '' if nothing is to be shown, null if nothing was ever stored. */
  readonly target: string | null;
}

/** Session storage may hold anything: a value that is not a count is treated as 0. */
export function recall(): TrackerMemory {
  const counter = Number(readStored('session', COUNTER_KEY) ?? 0);
  return {
    text: readStored('session', TEXT_KEY) ?? '',
    counter: Number.isSafeInteger(counter) ? counter : 0,
    target: readStored('session', TARGET_KEY),
  };
}

export function rememberText(text: string): void {
  store('session', TEXT_KEY, text);
}

export function rememberCounter(counter: number): void {
  store('session', COUNTER_KEY, String(counter));
}

export function rememberTarget(target: string): void {
  store('session', TARGET_KEY, target);
}

/** The counters of submits since the page was loaded; those of failed lookups are stored nowhere else. */
const submits = new Map<string, number>();

export function rememberSubmit(target: string, counter: number): void {
  submits.set(target, counter);
}

/** The counter of the target's last lookup in this session; undefined if there was none. */
export function counterOf(target: string): number | undefined {
  return submits.get(target) ?? findAnswer(target)?.counter;
}

/** An answer from session storage, which may hold anything: validate the data before use. */
export interface KeptAnswer {
  readonly target: string;
  readonly counter: number;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly data: unknown;
}

/** The answer to the target's last lookup in this session; null if there is none. */
export function findAnswer(target: string): KeptAnswer | null {
  return readAnswers().find((answer) => answer.target === target) ?? null;
}

/** Stores an answer for the session, one per target. */
export function keepAnswer(answer: KeptAnswer): void {
  const others = readAnswers().filter(({ target }) => target !== answer.target);
  store('session', ANSWERS_KEY, JSON.stringify([answer, ...others].slice(0, MAX_ANSWERS)));
}

function readAnswers(): KeptAnswer[] {
  try {
    const stored: unknown = JSON.parse(readStored('session', ANSWERS_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isAnswer) : [];
  } catch {
    return [];
  }
}

function isAnswer(value: unknown): value is KeptAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const { target, counter, at } = value as Partial<KeptAnswer>;
  return typeof target === 'string' && typeof counter === 'number' && typeof at === 'number';
}
