import {
  type AnyTool,
  type AnyToolCall,
  evidenceField,
  type FailureCode,
  type FailureReason,
  failures,
  freshField,
  reasons,
  timingField,
} from '@sonde/contract';
import * as z from 'zod';
import { EVIDENCE, FRESH, TIMING } from '../check/check-request.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The failures that every call of every tool may have. */
const COMMON_FAILURES: readonly FailureCode[] = [
  'invalid-input',
  'invalid-request',
  'rate-limited',
  'busy',
  'work-limit',
  'timeout',
  'internal',
];

export interface FailureFacts {
  readonly code: FailureCode;
  readonly status: number;
  readonly meaning: string;
  readonly reasons: readonly FailureReason[];
}

/** A call that is documented like that of a tool. */
export type DocumentedCall = Pick<
  AnyTool,
  'id' | 'path' | 'title' | 'summary' | 'cost' | 'query' | 'answer' | 'progress' | 'failures' | 'reasons' | 'example'
> &
  Partial<Pick<AnyTool, 'calls' | 'alsoAt'>> & {
    /** The name of the events that carry parts of the answer. */
    readonly partEvent?: string;
  };

/** What the API's documents say about a tool, all of it derived from its contract. */
export interface ToolFacts {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly cost: number;
  /** Path and query of the contract's example. */
  readonly exampleUrl: string;
  readonly query: JsonSchema;
  readonly answer: JsonSchema;
  /** Schema of the progress parts streamed before the answer; null if there are none. */
  readonly progress: JsonSchema | null;
  /** The name of the events that carry progress parts. */
  readonly partEvent: string;
  readonly failures: readonly FailureFacts[];
  /** Further calls at the same path. */
  readonly calls: readonly CallFacts[];
  /** Further paths with the same answer. */
  readonly alsoAt: readonly string[];
}

/** What the API's documents say about a call other than the lookup. */
export interface CallFacts
  extends Pick<AnyToolCall, 'id' | 'method' | 'chosenBy' | 'title' | 'summary' | 'cost' | 'example'> {
  readonly input: JsonSchema;
  readonly answer: JsonSchema;
}

export function toolFacts(tool: DocumentedCall): ToolFacts {
  const { id, path, title, summary, cost, example } = tool;
  const search = new URLSearchParams(
    Object.entries(example).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return {
    id,
    path,
    title,
    summary,
    cost,
    exampleUrl: `${path}?${search}`,
    query: toJsonSchema(z.object({ ...tool.query.shape, ...wishesOf(tool) }), 'input'),
    answer: toJsonSchema(tool.answer, 'output'),
    progress: tool.progress === null ? null : toJsonSchema(tool.progress, 'output'),
    partEvent: tool.partEvent ?? 'progress',
    failures: failuresOf(tool),
    calls: (tool.calls ?? []).map(callFacts),
    alsoAt: tool.alsoAt ?? [],
  };
}

/** A report itself sends and receives nothing, since its parts are the answers of tools. */
function wishesOf({ partEvent }: DocumentedCall) {
  const ofAll = { [FRESH]: freshField };
  return partEvent === undefined ? { ...ofAll, [EVIDENCE]: evidenceField, [TIMING]: timingField } : ofAll;
}

function callFacts({ id, method, chosenBy, title, summary, cost, example, input, answer }: AnyToolCall): CallFacts {
  const schemas = { input: toJsonSchema(input, 'input'), answer: toJsonSchema(answer, 'output') };
  return { id, method, chosenBy, title, summary, cost, example, ...schemas };
}

/** In the order of the failure table. */
function failuresOf(tool: Pick<AnyTool, 'failures' | 'reasons'>): FailureFacts[] {
  const codes = new Set<FailureCode>([...COMMON_FAILURES, ...tool.failures]);
  return (Object.keys(failures) as FailureCode[])
    .filter((code) => codes.has(code))
    .map((code) => ({
      code,
      status: failures[code].status,
      meaning: failures[code].meaning,
      reasons: tool.reasons.filter((reason) => reasons[reason].code === code),
    }));
}

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. Further fields are allowed: answers may gain some. */
export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema: node }) => {
      delete node.additionalProperties;
      // Zod omits examples and defaults if a text is transformed.
      Object.assign(node, z.globalRegistry.get(zodSchema));
    },
  });
  return jsonSchema;
}
