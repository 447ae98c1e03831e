import { type AnyTool, checkParameterNames, freshField, ToolError } from '@sonde/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Question, Toolbox } from './toolbox.ts';

/** What a request asks, and how. */
export interface AskedQuestion extends Question {
  /** True when an answer from memory will not do. It is no part of the question: its key is the same. */
  readonly wantsFresh: boolean;
}

/** Reads what a request asks. @throws ToolError `invalid-input`. */
export type ReadQuestion = (tool: AnyTool, request: FastifyRequest) => AskedQuestion;

/** The parameter of every tool's call that is no part of the question. */
export const FRESH = 'fresh';

const MAX_KNOWN = 4_000;
/** Longer ones are rare, and somebody's attempt to fill the memory. */
const LONGEST_KNOWN = 256;

/** Addresses that were asked lately are not read again: it would be the larger part of our own work on an answer from memory. */
export function createReadQuestion(toolbox: Pick<Toolbox, 'check'>): ReadQuestion {
  const known = new LRUCache<string, AskedQuestion>({ max: MAX_KNOWN });
  return (tool, request) => {
    const { url } = request;
    const before = known.get(url);
    if (before !== undefined) return before;
    const { [FRESH]: fresh, ...raw } = readQuery(request, tool);
    const wantsFresh = readFresh(fresh);
    const question = { ...toolbox.check(tool.id, raw), wantsFresh };
    if (url.length <= LONGEST_KNOWN) known.set(url, question);
    return question;
  };
}

/** The parameters as they were sent: a name given twice is a list, which no contract takes. */
function readQuery({ url, query }: FastifyRequest, tool: AnyTool): Readonly<Record<string, unknown>> {
  try {
    // Fastify's parser leaves what it cannot decode as it is: `%ff` would be looked up as a name.
    decodeURIComponent(url);
  } catch (cause) {
    throw new ToolError('invalid-input', 'The query is not properly percent-encoded.', { cause });
  }
  const raw = query as Readonly<Record<string, unknown>>;
  checkParameterNames(raw, [...Object.keys(tool.query.shape), FRESH]);
  return raw;
}

function readFresh(text: unknown): boolean {
  const { data, error } = freshField.safeParse(text);
  if (data !== undefined) return data;
  throw new ToolError('invalid-input', error?.issues[0]?.message ?? 'The query does not fit.', { field: FRESH });
}
