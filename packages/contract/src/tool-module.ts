import type { ChangeLabel } from './fact/change-label.ts';
import type { Facts } from './fact/fact.ts';
import type { HeadFact } from './fact/head-fact.ts';
import type { ReadingOrder } from './fact/reading-order.ts';
import type { Check } from './finding/check.ts';
import type { Ending } from './finding/ending/ending.ts';
import type { Explanation } from './finding/explanation.ts';
import type { Finding } from './finding/finding.ts';
import type { Unjudged } from './finding/unjudged.ts';
import type { Picture } from './pictures/drawing.ts';
import type { Table } from './table/table.ts';
import type { AnyTool, ReadAnswerOf } from './tool.ts';
import type { WatchRules } from './watch/watch-rules.ts';

/**
 * A tool as everything in the contract that is particular to it. Code for all tools finds it by the tool's id; web pages
 * import the parts of their tool.
 */
export interface ToolModule<Tool extends AnyTool> {
  readonly contract: Tool;
  /** For agents: what it answers, when to take it rather than another tool, and what comes back. */
  readonly whenToUse: string;
  /** Pure and without a clock: what expires soon is judged relative to `checkedAt`. */
  findings(answer: Unjudged<Tool>): readonly Finding[];
  /** The findings in named groups, in the order in which every answer shows them. */
  readonly checks: readonly Check<Tool>[];
  /** The explanation of every code that its findings may have. */
  readonly explanations: Readonly<Record<string, Explanation>>;
  /** The state of the world that an answer describes, so that two answers can be compared. */
  facts(answer: Unjudged<Tool>): Facts;
  readonly changeLabels: readonly ChangeLabel[];
  /** Codes among the facts that are not self-explanatory, with their meanings. */
  readonly factTexts?: Readonly<Record<string, string>>;
  /** Without it, tables are derived from the structure of the answer. */
  tables?(answer: ReadAnswerOf<Tool>): readonly Table[];
  /** Drawn from the answer alone, as of `checkedAt`. Every fact in them is in a table or a finding too. */
  pictures?(answer: ReadAnswerOf<Tool>): readonly Picture[];
  /** What a reader looks for first. */
  headlines?(answer: ReadAnswerOf<Tool>): readonly HeadFact[];
  /** The order of the fields where all of them are printed, as on a terminal. */
  readonly readingOrder?: Partial<ReadingOrder>;
  /** How its answers are watched; without it, all facts are, at the interval of most tools. */
  readonly watch?: WatchRules;
  /** What ends at a known time. */
  endings?(answer: ReadAnswerOf<Tool>): readonly Ending[];
}

/** Any module, for code that does not know individual tools. */
export type AnyToolModule = ToolModule<AnyTool>;
