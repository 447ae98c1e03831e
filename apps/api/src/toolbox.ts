import { type AnyTool, type Gap, tools } from '@sonde/contract';
import { type CheckedQuery, checkQuery, type LocalData, measure, type Net, type TargetLimits } from '@sonde/probes';

/** A query that fits its contract; equal keys are equal questions. */
export interface Question {
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly key: string;
}

export interface Measurement {
  readonly signal: AbortSignal;
  /** Told of the parts of an answer as they are found. */
  report(progress: unknown): void;
  /**
   * How many lookups of the same tool run for whoever waits for this one. Where lookups have to wait for each other,
   * whoever has fewer comes first.
   */
  share(): number;
}

/** The tools that this head serves, whichever they are. */
export interface Toolbox {
  readonly tools: Readonly<Record<string, AnyTool>>;
  /** @throws ToolError `invalid-input`. */
  check(id: string, raw: Readonly<Record<string, unknown>>): Question;
  /** The answer of the contract, with what could not be measured. */
  measure(question: Question, measurement: Measurement): Promise<object & { readonly gaps?: readonly Gap[] }>;
}

/** Every tool of the contract, measured through `net`, with what this machine knows and what targets may be asked. */
export function createToolbox(net: Net, data: LocalData, limits: TargetLimits): Toolbox {
  return {
    tools,
    check: (id, raw) => checkQuery(id as CheckedQuery['id'], raw),
    measure: (question, measurement) => measure(question as CheckedQuery, { net, data, limits, ...measurement }),
  };
}
