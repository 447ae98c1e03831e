import type { Question } from '../toolbox.ts';
import type { Outcome } from './outcome.ts';
import type { Listen } from './single-flight.ts';

/** An outcome, and for how many milliseconds it may still be given out. */
export interface Kept {
  readonly outcome: Outcome;
  readonly freshMs: number;
}

/** One measurement; `tell` is given the parts of its answer as JSON text. */
export type MeasureOnce = (tell: Listen<string>) => Promise<Kept>;

/** A question, and whether a kept outcome answers it. */
export interface Asked {
  readonly question: Question;
  readonly wantsFresh: boolean;
}

/** What several servers know of each other's lookups. */
export interface SharedLookups {
  /** A fresh outcome of any server, and whether one is being measured. Knows of none while the store is lost. */
  inquire(question: Question): Promise<{ readonly kept: Kept | null; readonly isUnderWay: boolean }>;
  /**
   * The outcome of a question that one server at a time measures: this one, or another whose parts are passed on. When
   * that one leaves or dies, another takes its place, and parts may be told again. While the store is lost each server
   * measures for itself.
   */
  find(asked: Asked, signal: AbortSignal, tell: Listen<string>, measure: MeasureOnce): Promise<Kept>;
}
