import { ToolError } from '@sonde/contract';
import type { CertificateSearch, LocalData } from '../../../data/data.ts';
import { waitForTurn } from '../../../limits/turn.ts';
import type { WebResponse } from '../../../net/net.ts';
import type { SourceContext } from './source.ts';

/** The largest replies of these services list some ten thousand certificates. */
const MAX_BYTES = 24 * 1024 * 1024;

const fetchLimits = { timeoutMs: 8000, maxBytes: MAX_BYTES, maxRedirects: 2, accept: 'application/json' };
/** Half of the time of a source. */
const MAX_WAIT_MS = 4000;

/** Base URL of a certificate search, or null if the operator has turned it off. */
export function baseOf(data: LocalData, kind: CertificateSearch['kind']): string | null {
  return data.names.certificateSearches.find((one) => one.kind === kind)?.url ?? null;
}

/** Fetches JSON from one of the configured certificate searches. @throws ToolError, NetFailure. */
export async function readJson(url: string, { net, limits, signal }: SourceContext): Promise<unknown> {
  await waitForTurn(limits.searchTurns, `search ${new URL(url).host}`, { maxWaitMs: MAX_WAIT_MS, signal });
  const response = await net.fetch({ url, isOperators: true }, fetchLimits, signal);
  if (response.status !== 200) throw refusal(response);
  try {
    return JSON.parse(new TextDecoder().decode(response.body));
  } catch (cause) {
    throw new ToolError('protocol', 'The certificate search did not answer in JSON.', { cause });
  }
}

function refusal({ status }: WebResponse): ToolError {
  return new ToolError('source-failed', `The certificate search answered with status ${status}.`);
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
