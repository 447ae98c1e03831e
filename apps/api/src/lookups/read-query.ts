import { type AnyTool, ToolError } from '@sonde/contract';
import type { LookupRequest, Service } from '@sonde/service';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

/** Reads the query of a request. @throws ToolError `invalid-input`, `refused-target`. */
export type ReadQuery = (tool: AnyTool, request: FastifyRequest) => LookupRequest;

const MAX_REMEMBERED = 4_000;
/** Longer URLs are rare, or an attempt to exhaust the memory. */
const LONGEST_REMEMBERED = 256;

/** Remembers recently parsed URLs, since parsing would be most of the work for a cached answer. */
export function createReadQuery({ check }: Pick<Service, 'check'>): ReadQuery {
  const remembered = new LRUCache<string, LookupRequest>({ max: MAX_REMEMBERED });
  return (tool, request) => {
    const { url } = request;
    const before = remembered.get(url);
    if (before !== undefined) return before;
    const query = check(tool, parametersOf(request));
    if (url.length <= LONGEST_REMEMBERED) remembered.set(url, query);
    return query;
  };
}

/** The parameters as sent. A repeated name yields an array, which no contract accepts. */
export function parametersOf({ url, query }: FastifyRequest): Readonly<Record<string, unknown>> {
  requireDecodable(url);
  return query as Readonly<Record<string, unknown>>;
}

/** Fastify's parser leaves invalid escapes unchanged: `%ff` would be looked up as a name. @throws ToolError `invalid-input` */
export function requireDecodable(url: string): void {
  try {
    decodeURIComponent(url);
  } catch (cause) {
    throw new ToolError('invalid-input', 'The query is not properly percent-encoded.', { cause });
  }
}
