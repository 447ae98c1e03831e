import * as z from 'zod/mini';
import { described } from './described.ts';
import { Gap } from './envelope.ts';
import type { FailureCode, FailureReason } from './failure.ts';
import { CheckResult, verdictField } from './finding/check-result.ts';
import { Finding } from './finding/finding.ts';
import type { OutgoingServiceId } from './installation.ts';
import type { Reading } from './reading.ts';
import type { Target, TargetKind } from './targets/target-kinds.ts';
import type { AnyToolCall } from './tool-call.ts';
import type { WorkLimits } from './work-limits.ts';

/**
 * How many lookups of a tool one server runs at once. As many again may wait for a short while, and as many again may
 * continue without a slot when they are slow or their client holds more slots than others.
 */
export interface Capacity {
  readonly lookups: number;
  /** How many of these may be for the same target. */
  readonly perTarget: number;
}

/** A command-line word with a meaning of its own. */
export interface CommandWord {
  /** The query parameter that the word sets. */
  readonly parameter: string;
  /** Returns the value of that parameter; null if the word means something else. */
  read(word: string): string | null;
  /** The word may be repeated: the values are joined with commas. */
  readonly repeats?: true;
}

/** How a tool takes part in a report on a target. */
export interface RoleInReport {
  /** Position among the parts, in ascending order. */
  readonly order: number;
  /**
   * The parameters of the tool's call for this target, as a client would send them; null if the tool takes no part for it
   * although it accepts the target.
   */
  question(target: Target): Readonly<Record<string, string>> | null;
}

/** The contract of a tool. Its id is the name of the tool's files in every package. */
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
  /** Further paths with the same answer, where the specification declares them. */
  readonly alsoAt?: readonly `/api/${string}`[];
  readonly title: string;
  /** What it measures, in one sentence. */
  readonly summary: string;
  /** Turns query parameters as received (strings) into the normalised query. Issue messages may be shown to visitors. */
  readonly query: Query;
  /** The query parameter that carries the target: the command's positional argument. Its canonical form is a string. */
  readonly target: keyof z.input<Query> & string;
  /**
   * The kinds of target accepted. The palette, links between tools, the command line and the attack tests are derived from
   * them.
   */
  readonly targetKinds: readonly TargetKind[];
  /** True for a tool whose target may be `host:port`. */
  readonly takesPort?: boolean;
  /**
   * Further command-line words beside the target, as in similar programs (`@192.0.2.53` for a server). The first entry
   * whose `read` does not return null sets its parameter.
   */
  readonly words?: readonly CommandWord[];
  /** Parameters that may be repeated; they take a list. */
  readonly repeatable?: readonly string[];
  /** True for a tool that describes special-use addresses without contacting them; other tools refuse them. */
  readonly describesSpecialUse?: boolean;
  /** Absent for a tool that runs only on explicit request and takes no part in reports. */
  readonly report?: RoleInReport;
  /**
   * Whether a lookup burdens its target more than a visitor would: with thousands of queries, or with messages that look
   * like an attack. Programs need the scope `deep` to run many of them. Absent for a tool that never does.
   */
  burdens?(query: z.output<Query>): boolean;
  /**
   * The name of the gap when the answer is too large and something of `field` was left out. `item` is what it belonged to, if
   * the field is a list. Default: the field.
   */
  nameOfCut?(field: string, item: unknown): string;
  /** The services that a lookup may contact; empty for a tool that answers from data on this machine. */
  readonly contacts: readonly OutgoingServiceId[];
  /** The data of a successful answer, without the fields common to all tools (see `defineTool`). */
  readonly data: Data;
  /** Schema of the progress parts streamed before the answer; null if the tool does not stream. */
  readonly progress: Progress;
  /** The failure codes that a lookup may end with, besides those that every call may have: `invalid-input`, `rate-limited`, `busy`, `work-limit`, `timeout` and `internal`. */
  readonly failures: readonly FailureCode[];
  readonly reasons: readonly FailureReason[];
  /** How long an answer stays fresh, in milliseconds. */
  freshMs(data: z.output<Data>): number;
  /** How long `not-found` stays fresh, in milliseconds. Default: as long as any other failure. */
  readonly notFoundFreshMs?: number;
  /**
   * While an answer is fresh, the minimum time between two measurements of a target on request (`fresh`), in milliseconds,
   * across all clients.
   */
  readonly recheckMs: number;
  /** Cost units that one lookup takes from the client's allowance. */
  readonly cost: number;
  readonly capacity: Capacity;
  /** The most that one lookup does; see `WorkLimits`. */
  readonly most: WorkLimits;
  /** After how many milliseconds a lookup ends with `timeout`. */
  deadlineMs(query: z.output<Query>): number;
  /** Fields of the answer that contain personal data, by path, with their empty values. */
  readonly personal?: Readonly<Record<string, unknown>>;
  /** A valid query that has an answer on the public internet. */
  readonly example: z.input<Query>;
  /** Further calls at the same path. */
  readonly calls?: readonly AnyToolCall[];
}

const gaps = described(
  z.array(Gap),
  'The parts of the answer that could not be measured; empty if the answer is complete.',
);

/** Optional, because older servers do not send it. */
const checkedAt = described(
  z.optional(z.string()),
  'When the measurement ended, ISO 8601 in UTC; for a cached answer, the time of its original measurement.',
  '2026-11-22T14:03:21.482Z',
);

/** Optional, because older servers do not send it. */
const findings = described(
  z.optional(z.array(Finding)),
  'The judgements about the answer, most severe first. Empty if nothing was judged.',
  [],
);

/** Optional, because older servers do not send them. */
const verdict = z.optional(verdictField);
const checks = described(
  z.optional(z.array(CheckResult)),
  'What the findings say, grouped into the checks of the tool, in their order. Checks for which there is nothing to check are left out.',
  [],
);

const besideData = { gaps, checkedAt, verdict, checks, findings };

/** A field of the tool's own data keeps its meaning: a delegation has a verdict on DNSSEC. */
function besideDataOf<Data extends z.ZodMiniObject>({ shape }: Data) {
  const others = Object.entries(besideData).filter(([name]) => !Object.hasOwn(shape, name));
  return Object.fromEntries(others) as Omit<typeof besideData, keyof Data['shape']>;
}

/**
 * Defines a tool's contract, adding the fields that every answer has: `gaps`, `checkedAt`, `verdict`, `checks` and
 * `findings`.
 */
export function defineTool<
  const Id extends string,
  Query extends z.ZodMiniObject,
  Data extends z.ZodMiniObject,
  Progress extends z.ZodMiniType | null,
>(definition: ToolDefinition<Id, Query, Data, Progress>) {
  return { ...definition, answer: z.extend(definition.data, besideDataOf(definition.data)) };
}

/** Defines a call that is not a tool and makes no lookup. */
export function defineCall<const Path extends string, Data extends z.ZodMiniObject>(call: {
  readonly path: Path;
  readonly title: string;
  readonly summary: string;
  readonly data: Data;
  readonly cost: number;
}) {
  return { ...call, answer: call.data, progress: null };
}

/** Any call of the API, whether or not it belongs to a tool. */
export interface AnyCall {
  readonly path: `/api/v2/${string}`;
  readonly answer: z.ZodMiniObject;
  readonly progress: z.ZodMiniType | null;
}

/** Any tool, for code that does not know individual tools. */
export interface AnyTool {
  readonly id: string;
  readonly path: `/api/v2/${string}`;
  readonly alsoAt?: readonly `/api/${string}`[];
  readonly title: string;
  readonly summary: string;
  readonly query: z.ZodMiniObject;
  readonly target: string;
  readonly targetKinds: readonly TargetKind[];
  readonly takesPort?: boolean;
  readonly words?: readonly CommandWord[];
  readonly repeatable?: readonly string[];
  readonly describesSpecialUse?: boolean;
  readonly report?: RoleInReport;
  // biome-ignore lint/suspicious/noExplicitAny: the parameter of a tool's own method cannot be named for all tools at once
  burdens?(query: any): boolean;
  nameOfCut?(field: string, item: unknown): string;
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
  readonly most: WorkLimits;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  deadlineMs(query: any): number;
  readonly personal?: Readonly<Record<string, unknown>>;
  readonly example: Readonly<Record<string, unknown>>;
  readonly calls?: readonly AnyToolCall[];
}

export type QueryOf<Tool extends AnyTool> = z.output<Tool['query']>;
export type DataOf<Tool extends AnyTool> = z.output<Tool['data']>;
export type AnswerOf<Call extends AnyCall> = z.output<Call['answer']>;
/** A tool's answer as a client reads it. The server may be older or newer than the client. */
export type ReadAnswerOf<Tool extends AnyTool> = Reading<Tool['answer']>;
export type ProgressOf<Tool extends AnyCall> = Tool['progress'] extends z.ZodMiniType
  ? z.output<Tool['progress']>
  : never;
