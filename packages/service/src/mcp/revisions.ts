import { SONDE_VERSION } from '@sonde/contract/version';
import { RpcError, rpcCodes } from './rpc-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The revision in which each request says all about itself, without a session. */
export const STATELESS = '2026-07-28';
/** The revisions that begin with `initialize`, newest first. */
export const SESSION_REVISIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const PREFIX = 'io.modelcontextprotocol/';
const HOUR_MS = 3_600_000;

/** How long a result may be kept by whom; only these methods say so. What a token may see is not for others. */
const cacheable: Readonly<Record<string, object>> = {
  'server/discover': { ttlMs: HOUR_MS, cacheScope: 'public' },
  'tools/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  // A result may be hidden at any time.
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
};

export const serverInfo = { name: 'sonde', title: 'Sonde', version: SONDE_VERSION };

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parameters of a message; empty if it has none. */
export const parametersOf = (message: unknown): Fields => {
  const params = isObject(message) ? message['params'] : undefined;
  return isObject(params) ? params : {};
};

/** The revision that a request names itself; undefined for a message of a session. */
export function revisionOf(params: Fields): unknown {
  const { _meta: meta } = params;
  return isObject(meta) ? meta[`${PREFIX}protocolVersion`] : undefined;
}

/** The error for a request in a revision that is not spoken without a session. */
export function unsupported(revision: unknown): RpcError {
  const requested = typeof revision === 'string' ? revision.slice(0, STATELESS.length).replace(/[^\w-]/g, '') : '';
  return new RpcError(rpcCodes.unsupportedRevision, 'Unsupported protocol version', {
    supported: [STATELESS],
    requested,
  });
}

/** @throws RpcError for a request without what this revision requires of each one. */
export function checkStateless(params: Fields): void {
  const revision = revisionOf(params);
  if (revision !== STATELESS) throw unsupported(revision);
  const meta = params['_meta'] as Fields;
  if (!isObject(meta[`${PREFIX}clientCapabilities`])) {
    throw new RpcError(rpcCodes.invalidParameters, `_meta must have ${PREFIX}clientCapabilities.`);
  }
}

/** A result as this revision writes it. */
export const statelessResult = (method: string, result: object): object => ({
  ...result,
  resultType: 'complete',
  ...cacheable[method],
  _meta: { [`${PREFIX}serverInfo`]: serverInfo },
});

/** This revision has no code of its own for a missing resource. */
export const statelessCode = (code: number): number =>
  code === rpcCodes.noSuchResource ? rpcCodes.invalidParameters : code;
