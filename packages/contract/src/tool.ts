import * as z from 'zod/mini';
import { described } from './described.ts';
import { Gap } from './envelope.ts';
import type { FailureCode, FailureReason } from './failure.ts';
import { Finding } from './findings/finding.ts';
import type { OutgoingServiceId } from './installation.ts';
import type { Target, TargetKind } from './targets/target-kinds.ts';
import type { AnyToolCall } from './tool-call.ts';

/**
 * How many lookups of a tool one server runs at once. As many more wait for a short while, and as many again may run on
 * without a slot when they are slow or their client has more than others.
 */
export interface Capacity {
  readonly lookups: number;
  /** Of these, how many for the same target. */
  readonly perTarget: number;
}

/** A word of the command line with a meaning of its own. */
export interface CommandWord {
  /** The query parameter that it is given to. */
  readonly parameter: string;
  /** The value of that parameter; null where the word means something else. */
  read(word: string): string | null;
  /** Several words are given to the parameter together, with commas between them. */
  readonly repeats?: true;
}

/** How a tool takes part in a report on a target. */
export interface RoleInReport {
  /** Its place among the parts: they stand in ascending order. */
  readonly order: number;
  /** The parameters of the tool's call for this target, as a client would send them; null where it has no part although it takes such targets. */
  question(target: Target): Readonly<Record<string, string>> | null;
}

/** The contract of one tool; its id is the name of the tool's files in every package. */
export interface ToolDefinition<
  Id extends string,
  Query extends z.ZodMiniObject,
  Data extends z.ZodMiniObject,
  Progress extends z.ZodMiniType | null,
> {
  /** One word, the same in every package, folder and command. */
  readonly id: Id;
  /** Path of the HTTP call. */
  readonly path: `/api/v2/${string}`;
  /** Further paths that answer alike, where the specification declares them. */
  readonly alsoAt?: readonly `/api/${string}`[];
  readonly title: string;
  /** One sentence: what it measures. */
  readonly summary: string;
  /** Query parameters as they arrive (strings) to the normalised query; issue messages are fit for a visitor. */
  readonly query: Query;
  /** The query parameter that carries the target: the command's positional argument. Its canonical form is a string. */
  readonly target: keyof z.input<Query> & string;
  /** What that parameter takes. The palette, links between tools, the command line and the attack tests follow from it. */
  readonly targetKinds: readonly TargetKind[];
  /**
   * What further words of the command line stand for, beside the target, as other programs have it (`@192.0.2.53` for a
   * server). The first that reads a word, that is, does not give null, gives it to its parameter.
   */
  readonly words?: readonly CommandWord[];
  /** Parameters that may be given more than once; they take a list. */
  readonly repeatable?: readonly string[];
  /** True for a tool that describes a special-use address, without contacting it, where the others refuse it. */
  readonly describesSpecialUse?: boolean;
  /** Absent for a tool that runs only when somebody asks for it by name: it takes no part in a report. */
  readonly report?: RoleInReport;
  /**
   * Whether a lookup burdens its target more than a visitor would: with thousands of questions, or with messages that look
   * like an attack. A program needs the scope `deep` to ask for many of them. Absent for a tool that never does.
   */
  burdens?(query: z.output<Query>): boolean;
  /** Whom a lookup may contact; empty for a tool that knows its answer from this machine alone. */
  readonly contacts: readonly OutgoingServiceId[];
  /** What a successful answer holds, without what every tool's has: see `defineTool`. */
  readonly data: Data;
  /** A typed part of the answer that is streamed before the rest, or null when the tool does not stream. */
  readonly progress: Progress;
  /** The failure codes this tool may end with, beside `invalid-input`, `rate-limited`, `busy` and `internal`. */
  readonly failures: readonly FailureCode[];
  readonly reasons: readonly FailureReason[];
  /** How long an answer stays fresh, in milliseconds. */
  freshMs(data: z.output<Data>): number;
  /** How long `not-found` stays fresh, in milliseconds; default: as long as any failure. */
  readonly notFoundFreshMs?: number;
  /**
   * The minimum time between two measurements of a target on request (`fresh`) while an answer is fresh, in milliseconds,
   * over all clients.
   */
  readonly recheckMs: number;
  /** Cost units of one lookup against the client's allowance. */
  readonly cost: number;
  readonly capacity: Capacity;
  /** After this many milliseconds a lookup ends with `timeout`. */
  deadlineMs(query: z.output<Query>): number;
  /** A query that is valid and, on the open internet, has an answer. */
  readonly example: z.input<Query>;
  /** Further calls at the same path. */
  readonly calls?: readonly AnyToolCall[];
}

const gaps = described(z.array(Gap), 'The parts of the answer that could not be measured; empty when it is complete.');

/** Optional for readers, because older servers do not send it. */
const checkedAt = described(
  z.optional(z.string()),
  'When the measurement ended, ISO 8601 in UTC; a cached answer has the time of its measurement.',
  '2026-11-22T14:03:21.482Z',
);

/** Optional for readers, because older servers do not send it. */
const findings = described(
  z.optional(z.array(Finding)),
  'The judgements on the answer, the most severe first. The first one is the verdict; empty where nothing was judged.',
  [],
);

/** A tool's contract, with the fields that every answer has: `gaps`, `checkedAt` and `findings`. */
export function defineTool<
  const Id extends string,
  Query extends z.ZodMiniObject,
  Data extends z.ZodMiniObject,
  Progress extends z.ZodMiniType | null,
>(definition: ToolDefinition<Id, Query, Data, Progress>) {
  return { ...definition, answer: z.extend(definition.data, { gaps, checkedAt, findings }) };
}

/** A call that is not a tool: it is answered without a lookup. */
export function defineCall<const Path extends string, Data extends z.ZodMiniObject>(call: {
  readonly path: Path;
  readonly title: string;
  readonly summary: string;
  readonly data: Data;
  readonly cost: number;
}) {
  return { ...call, answer: call.data, progress: null };
}

/** Any call of the API, of a tool or not. */
export interface AnyCall {
  readonly path: `/api/v2/${string}`;
  readonly answer: z.ZodMiniObject;
  readonly progress: z.ZodMiniType | null;
}

/** Any tool, for code that loops over the contract and knows no tool by name. */
export interface AnyTool {
  readonly id: string;
  readonly path: `/api/v2/${string}`;
  readonly alsoAt?: readonly `/api/${string}`[];
  readonly title: string;
  readonly summary: string;
  readonly query: z.ZodMiniObject;
  readonly target: string;
  readonly targetKinds: readonly TargetKind[];
  readonly words?: readonly CommandWord[];
  readonly repeatable?: readonly string[];
  readonly describesSpecialUse?: boolean;
  readonly report?: RoleInReport;
  // biome-ignore lint/suspicious/noExplicitAny: the parameter of a tool's own method cannot be named for all tools at once
  burdens?(query: any): boolean;
  readonly contacts: readonly OutgoingServiceId[];
  readonly data: z.ZodMiniObject;
  readonly answer: z.ZodMiniObject;
  readonly progress: z.ZodMiniType | null;
  readonly failures: readonly FailureCode[];
  readonly reasons: readonly FailureReason[];
  // biome-ignore lint/suspicious/noExplicitAny: as above
  freshMs(data: any): number;
  readonly notFoundFreshMs?: number;
  readonly recheckMs: number;
  readonly cost: number;
  readonly capacity: Capacity;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  deadlineMs(query: any): number;
  readonly example: Readonly<Record<string, unknown>>;
  readonly calls?: readonly AnyToolCall[];
}

export type QueryOf<Tool extends AnyTool> = z.output<Tool['query']>;
export type DataOf<Tool extends AnyTool> = z.output<Tool['data']>;
export type AnswerOf<Call extends AnyCall> = z.output<Call['answer']>;
export type ProgressOf<Tool extends AnyCall> = Tool['progress'] extends z.ZodMiniType
  ? z.output<Tool['progress']>
  : never;
