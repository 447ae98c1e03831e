import { type AnyTool, type Evidence, type Gap, tools } from '@sonde/contract';
import {
  type CheckedQuery,
  checkQuery,
  type LocalData,
  measure,
  type Net,
  recording,
  recordingLimits,
  type TargetLimits,
  timesOnly,
} from '@sonde/probes';

/** A query that fits its contract; equal keys mean equal queries. */
export interface LookupQuery {
  /** Of the tool. */
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** Who wants to know what a lookup sent and received. */
export interface LookupRecorder {
  /** False where only the times are wanted: then no octets are kept. */
  readonly keepsOctets: boolean;
  /** Called once at the end, whatever the end. */
  onEvidence(evidence: Evidence): void;
}

export interface Measurement {
  readonly signal: AbortSignal;
  /** Receives the parts of an answer as they are found. */
  report(progress: unknown): void;
  /**
   * How many lookups of the same tool run for the clients who wait for this one. Where lookups have to wait for each
   * other, the one with the smaller share comes first.
   */
  share(): number;
  /** Where it is there, the lookup is recorded. */
  readonly recorder?: LookupRecorder;
}

/** The tools that an app offers. */
export interface Toolbox {
  readonly tools: Readonly<Record<string, AnyTool>>;
  /** @throws ToolError `invalid-input`. */
  check(id: string, raw: Readonly<Record<string, unknown>>): LookupQuery;
  /** The answer of the contract, with its gaps. */
  measure(query: LookupQuery, measurement: Measurement): Promise<object & { readonly gaps?: readonly Gap[] }>;
}

/** The same without the tools of these ids: they have no route, and no cost. */
export function withoutTools(toolbox: Toolbox, ids: ReadonlySet<string>): Toolbox {
  if (ids.size === 0) return toolbox;
  const tools = Object.fromEntries(Object.entries(toolbox.tools).filter(([id]) => !ids.has(id)));
  return { ...toolbox, tools };
}

/** Every tool of the contract, measured through `net` with the data of this machine, within the limits towards targets. */
export function createToolbox(net: Net, data: LocalData, limits: TargetLimits): Toolbox {
  return {
    tools,
    check: (id, raw) => checkQuery(id as CheckedQuery['id'], raw),
    measure: async (query, { recorder, ...measurement }) => {
      const checked = query as CheckedQuery;
      if (recorder === undefined) return measure(checked, { net, data, limits, ...measurement });
      const { net: recorded, finish } = recording(net, recorder.keepsOctets ? recordingLimits : timesOnly);
      try {
        return await measure(checked, { net: recorded, data, limits, ...measurement });
      } finally {
        recorder.onEvidence(finish());
      }
    },
  };
}
