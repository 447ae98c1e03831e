// certificate-searches/: the searches of certificate logs that the operator has configured, and what they say of a domain.

import { ToolError } from '@sonde/contract';
import type { CertificateSearch, LocalData } from '../data/data.ts';
import type { TargetLimits } from '../limits/target-limits.ts';
import { waitForTurn } from '../limits/turn.ts';
import type { Net, WebResponse } from '../net/net.ts';

/** What asking a search needs. */
export interface SearchContext {
  readonly net: Pick<Net, 'fetch'>;
  readonly limits: Pick<TargetLimits, 'searchTurns'>;
  readonly signal: AbortSignal;
}

/** The largest replies of these services list some ten thousand certificates. */
const MAX_BYTES = 24 * 1024 * 1024;

const fetchLimits = { timeoutMs: 8000, maxBytes: MAX_BYTES, maxRedirects: 2, accept: 'application/json' };
/** Half of the time of a source. */
const MAX_WAIT_MS = 4000;

/** Base URL of a certificate search, or null if the operator has turned it off. */
export function baseOf(data: Pick<LocalData, 'names'>, kind: CertificateSearch['kind']): string | null {
  return data.names.certificateSearches.find((one) => one.kind === kind)?.url ?? null;
}

/** Fetches JSON from one of the configured certificate searches. @throws ToolError, NetFailure. */
export async function readJson(url: string, { net, limits, signal }: SearchContext): Promise<unknown> {
  await waitForTurn(limits.searchTurns, `search ${new URL(url).host}`, { maxWaitMs: MAX_WAIT_MS, signal });
  const response = await net.fetch({ url, isOperators: true }, fetchLimits, signal);
  if (response.status !== 200) throw refusal(response);
  try {
    return JSON.parse(new TextDecoder().decode(response.body));
  } catch (cause) {
    throw new ToolError('protocol', 'The certificate search did not answer in JSON.', { cause });
  }
}

const TOO_MANY_REQUESTS = 429;
const MAX_RETRY_AFTER_S = 86_400;

/** With the time after which a search that limits its visitors may be asked again, if it says one (RFC 9110 section 10.2.3). */
function refusal({ status, headers }: WebResponse): ToolError {
  const message = `The certificate search answered with status ${status}.`;
  if (status !== TOO_MANY_REQUESTS) return new ToolError('source-failed', message);
  const seconds = Number(/^\d{1,9}$/.exec(headers.get('retry-after')?.trim() ?? '')?.[0] ?? 0);
  const wait = seconds > 0 ? { retryAfterSeconds: Math.min(seconds, MAX_RETRY_AFTER_S) } : {};
  return new ToolError('source-failed', message, { reason: 'source-limited', ...wait });
}

/** The strings of a field that may hold one string with several lines, or a list. Values of other types are left out. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** A field of a JSON value; undefined if the value is not an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The items of a JSON array. @throws ToolError `protocol` for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ToolError('protocol', 'The certificate search did not answer with a list.');
}
