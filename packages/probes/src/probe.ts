import type { AnyTool, DataOf, Gap, ProgressOf, QueryOf } from '@sonde/contract';
import type { LocalData } from './data/data.ts';
import type { TargetLimits } from './limits/target-limits.ts';
import type { Net } from './net/net.ts';

/** What a probe is given: the door, this machine's data, limits, when to stop, and where to tell what it knows so far. */
export interface ProbeContext<Progress> {
  readonly net: Net;
  readonly data: LocalData;
  /** What targets may be asked by all visitors together. */
  readonly limits: TargetLimits;
  readonly signal: AbortSignal;
  report(progress: Progress): void;
  /**
   * How many lookups of this tool run for whoever waits for this one. Where lookups have to wait for each other, whoever
   * has fewer comes first; without it, whoever came first.
   */
  readonly share?: (() => number) | undefined;
}

export interface Measured<Data> {
  readonly data: Data;
  readonly gaps: readonly Gap[];
}

/** Measures one tool's answer. It throws a `ToolError` or a `NetFailure`; anything else is a bug of ours. */
export type Probe<Tool extends AnyTool> = (
  query: QueryOf<Tool>,
  context: ProbeContext<ProgressOf<Tool>>,
) => Promise<Measured<DataOf<Tool>>>;
