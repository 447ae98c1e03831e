import type { WatchStep } from '@sonde/service/watches/observe';
import type { EverywhereParts } from '../places/ask-everywhere.ts';
import type { WatchAnswer } from './keep-answers.ts';
import type { MeasureParts } from './measure-watch.ts';

/** What a measurement of a watch has shown. `later`: nothing about its target. */
export type MeasuredWatch =
  | { readonly kind: 'later'; readonly seconds: number }
  | {
      readonly kind: 'measured';
      /** The code of the failure if there was no answer at all; null otherwise. */
      readonly failure: string | null;
      /** The same, but null for the answer that there is no such thing. */
      readonly doubt: string | null;
      readonly answers: readonly WatchAnswer[];
      step(nowMs: number): WatchStep;
    };

export interface StepParts extends MeasureParts {
  readonly confirmSeconds: number;
  /** Whether others can be asked than the resolver that has shown something new. */
  readonly hasSeveralResolvers: boolean;
  /** Null if places are turned off. */
  readonly places: Pick<EverywhereParts, 'hub' | 'now'> | null;
}
