import { ToolError } from '@sonde/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Question, Toolbox } from './toolbox.ts';

/** Reads what a request asks. @throws ToolError `invalid-input`. */
export type ReadQuestion = (id: string, request: FastifyRequest) => Question;

const MAX_KNOWN = 4_000;
/** Longer ones are rare, and somebody's attempt to fill the memory. */
const LONGEST_KNOWN = 256;

/** Addresses that were asked lately are not read again: it would be the larger part of our own work on an answer from memory. */
export function createReadQuestion(toolbox: Pick<Toolbox, 'check'>): ReadQuestion {
  const known = new LRUCache<string, Question>({ max: MAX_KNOWN });
  return (id, request) => {
    const { url } = request;
    const before = known.get(url);
    if (before !== undefined) return before;
    const question = toolbox.check(id, readQuery(request));
    if (url.length <= LONGEST_KNOWN) known.set(url, question);
    return question;
  };
}

/** The parameters as they were sent: a name given twice is a list, which no contract takes. */
function readQuery({ url, query }: FastifyRequest): Readonly<Record<string, unknown>> {
  try {
    // Fastify's parser leaves what it cannot decode as it is: `%ff` would be looked up as a name.
    decodeURIComponent(url);
  } catch (cause) {
    throw new ToolError('invalid-input', 'The query is not properly percent-encoded.', { cause });
  }
  return query as Readonly<Record<string, unknown>>;
}
