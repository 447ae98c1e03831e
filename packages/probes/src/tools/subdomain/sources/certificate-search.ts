import { ToolError } from '@sonde/contract';
import type { CertificateSearch, LocalData } from '../../../data/data.ts';
import type { WebResponse } from '../../../net/net.ts';
import type { SourceContext } from './source.ts';

/** The largest answers of these services are some ten thousand certificates. */
const MAX_BYTES = 24 * 1024 * 1024;

/** Base address of a search that the operator has not switched off, or null. */
export function baseOf(data: LocalData, kind: CertificateSearch['kind']): string | null {
  return data.names.certificateSearches.find((one) => one.kind === kind)?.url ?? null;
}

/** Asks one of the operator's searches and reads its JSON. @throws ToolError, NetFailure. */
export async function readJson(url: string, { net, signal }: SourceContext): Promise<unknown> {
  const limits = { timeoutMs: 8000, maxBytes: MAX_BYTES, maxRedirects: 2, accept: 'application/json' };
  const response = await net.fetch({ url, isOperators: true }, limits, signal);
  if (response.status !== 200) throw refusal(response);
  try {
    return JSON.parse(new TextDecoder().decode(response.body));
  } catch (cause) {
    throw new ToolError('protocol', 'The search of certificates did not answer in JSON.', { cause });
  }
}

function refusal({ status }: WebResponse): ToolError {
  return new ToolError('source-failed', `The search of certificates answered with status ${status}.`);
}

/** The strings of a field that may hold one or many; whatever else is there is left out. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The field of whatever was sent, if it is an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ToolError('protocol', 'The search of certificates answered with something else than a list.');
}
