import type { AnyTool } from '../tool.ts';
import type { Verdict } from './check-result.ts';
import type { Unjudged } from './unjudged.ts';

/** A named group of findings. Every code of a tool belongs to exactly one check, and every answer shows them in this order. */
export interface Check<Tool extends AnyTool> {
  readonly id: string;
  readonly title: string;
  readonly codes: readonly string[];
  /** Codes that make the check worse than their states do: nothing is to be fixed, and yet the answer is not a good one. */
  readonly worse?: Readonly<Record<string, Verdict>>;
  /** It says that everything was measured: without findings it is left out of an answer in which another check is unknown. */
  readonly ofAll?: boolean;
  /** False for an answer in which there is nothing to check; the check is then left out. */
  applies?(answer: Unjudged<Tool>): boolean;
  /**
   * A few words for an answer with none of these findings; null if that answer does not show that it was measured. Without
   * it, the check is left out of such an answer.
   */
  withoutFindings?(answer: Unjudged<Tool>): string | null;
  /** A few words with a value of the answer, instead of the heading of the worst finding, which has this code; null for that heading. */
  summary?(answer: Unjudged<Tool>, code: string): string | null;
}
