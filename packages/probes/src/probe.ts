import type { AnyTool, DataOf, Gap, ProgressOf, QueryOf } from '@sonde/contract';
import type { LocalData } from './data/data.ts';
import type { TargetLimits } from './limits/target-limits.ts';
import type { Net } from './net/net.ts';

/** What a probe works with: the network layer, this machine's data, limits, the signal to stop, and progress reports. */
export interface ProbeContext<Progress> {
  readonly net: Net;
  readonly data: LocalData;
  /** Limits towards one target, over all visitors. */
  readonly limits: TargetLimits;
  readonly signal: AbortSignal;
  report(progress: Progress): void;
  /**
   * How many lookups of this tool run for the client that waits for this one. If lookups have to wait for one another, clients
   * with fewer come first; without it, the order is that of arrival.
   */
  readonly share?: (() => number) | undefined;
}

export interface Measured<Data> {
  readonly data: Data;
  readonly gaps: readonly Gap[];
}

/** Measures the answer of one tool. Throws a `ToolError` or a `NetFailure`; anything else is a bug. */
export type Probe<Tool extends AnyTool> = (
  query: QueryOf<Tool>,
  context: ProbeContext<ProgressOf<Tool>>,
) => Promise<Measured<DataOf<Tool>>>;
