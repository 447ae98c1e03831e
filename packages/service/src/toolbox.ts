import { type AnyTool, type Evidence, type Gap, tools } from '@sonde/contract';
import {
  type CertificatesContext,
  type CertificatesQuestion,
  type CheckedQuery,
  canReadIssuances,
  checkQuery,
  type LocalData,
  type MeasuredCertificates,
  measure,
  measureCertificates,
  type Net,
  type ResolverChoice,
  recording,
  recordingLimits,
  type TargetLimits,
  timesOnly,
  type WorkOwner,
} from '@sonde/probes';

/** A query checked against its contract; equal keys mean equal queries. */
export interface LookupQuery {
  /** The id of the tool. */
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** Receives the recording of a lookup. */
export interface LookupRecorder {
  /** False if only times are wanted and no octets need to be recorded. */
  readonly keepsOctets: boolean;
  /** Called once at the end, whether or not the lookup succeeded. */
  onEvidence(evidence: Evidence): void;
}

export interface Measurement {
  readonly signal: AbortSignal;
  /** Receives the progress parts of an answer as they are found. */
  report(progress: unknown): void;
  /**
   * How many lookups of the same tool are running for the clients who wait for this one. If lookups have to wait for each
   * other, the one with the smallest share comes first.
   */
  share(): number;
  /** For whom it is measured: what all lookups share is divided between these. */
  readonly owner: WorkOwner;
  /** Which resolvers are asked. Default: the first that answers. */
  readonly resolvers?: ResolverChoice;
  /** If present, the lookup is recorded. */
  readonly recorder?: LookupRecorder;
}

/** Looks at what is new about a domain in a search of certificate logs. @throws ToolError, or the signal's reason */
export type ReadCertificates = (
  question: CertificatesQuestion,
  asked: Pick<CertificatesContext, 'owner' | 'signal'>,
) => Promise<MeasuredCertificates>;

/** The tools that an app offers. */
export interface Toolbox {
  /** Absent or null without a search that can be asked for what is new. */
  readonly readCertificates?: ReadCertificates | null;
  readonly tools: Readonly<Record<string, AnyTool>>;
  /** @throws ToolError `invalid-input`. */
  check(id: string, raw: Readonly<Record<string, unknown>>): LookupQuery;
  /** Measures, and returns the answer as defined by the contract, with its gaps. */
  measure(query: LookupQuery, measurement: Measurement): Promise<object & { readonly gaps?: readonly Gap[] }>;
}

/** The toolbox without the tools with these ids, which then have neither routes nor costs. */
export function withoutTools(toolbox: Toolbox, ids: ReadonlySet<string>): Toolbox {
  if (ids.size === 0) return toolbox;
  const tools = Object.fromEntries(Object.entries(toolbox.tools).filter(([id]) => !ids.has(id)));
  return { ...toolbox, tools };
}

/** All tools of the contract, measured through `net` with the data on this machine, within the limits towards targets. */
export function createToolbox(net: Net, data: LocalData, limits: TargetLimits): Toolbox {
  return {
    tools,
    readCertificates: canReadIssuances(data)
      ? (question, asked) => measureCertificates(question, { net, data, limits, ...asked })
      : null,
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
