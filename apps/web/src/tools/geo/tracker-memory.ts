import { readStored, store } from '../../shell/storage.ts';

const TEXT_KEY = 'ipTracker.ip';
const COUNTER_KEY = 'ipTracker.searchTrigger';
const TARGET_KEY = 'ipTracker.target';
const ANSWERS_KEY = 'ipTracker.answers';
/** Some kilobytes each; a browser gives a site five megabytes. */
const MAX_ANSWERS = 20;

/** What the tab's session remembers of the IP tracker. */
export interface TrackerMemory {
  /** What was typed, submitted or not. */
  readonly text: string;
  /** How often a lookup was submitted. */
  readonly counter: number;
  /** What was looked up last; '' when nothing is to be shown, null when nothing was ever written. */
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

/** What was submitted since the page was loaded; a lookup that failed is kept nowhere else. */
const submits = new Map<string, number>();

export function rememberSubmit(target: string, counter: number): void {
  submits.set(target, counter);
}

/** The counter of the last lookup of a target in this session; undefined where there was none. */
export function counterOf(target: string): number | undefined {
  return submits.get(target) ?? findAnswer(target)?.counter;
}

/** An answer of this session. Whoever shows `data` has to check its shape: storage may hold anything. */
export interface KeptAnswer {
  readonly target: string;
  readonly counter: number;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
  readonly data: unknown;
}

/** The answer to the last lookup of a target in this session; null when there is none. */
export function findAnswer(target: string): KeptAnswer | null {
  return readAnswers().find((answer) => answer.target === target) ?? null;
}

/** Keeps an answer for as long as the session lasts, the latest of each target. */
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
