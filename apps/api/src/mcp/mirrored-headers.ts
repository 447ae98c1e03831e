import { parametersOf, revisionOf, SESSION_REVISIONS, STATELESS, unsupported } from '@sonde/service/mcp/revisions';
import { failed, idOf, RpcError, rpcCodes } from '@sonde/service/mcp/rpc-error';
import type { FastifyRequest } from 'fastify';

/** The parameter that Mcp-Name repeats, by method. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'resources/read': 'uri',
  'prompts/get': 'name',
};
const ENCODED = /^=\?base64\?([\w+/]*=*)\?=$/;

/**
 * The error for a message whose header fields name another revision, method or tool than its body (revision 2026-07-28,
 * basic/transports/streamable-http): what stands before this server may have decided by them. Null if all is well.
 */
export function mirroredHeaderError({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): object | null {
  const params = parametersOf(body);
  const inHeader = headers['mcp-protocol-version'];
  const inBody = revisionOf(params);
  const id = idOf(body);
  const refuse = (error: RpcError) => failed(id, error);
  const mismatch = (name: string) =>
    refuse(new RpcError(rpcCodes.headerMismatch, `Header mismatch: ${name} is missing or differs from the message.`));
  if (inBody === undefined) {
    // A message of a session, which earlier revisions may send without this field.
    if (inHeader === undefined || SESSION_REVISIONS.includes(String(inHeader))) return null;
    if (inHeader !== STATELESS) return refuse(unsupported(inHeader));
    // Without an id it is a notification, for which no fields are defined; what is no message is refused as that.
    return id === null ? null : mismatch('MCP-Protocol-Version');
  }
  if (inHeader !== inBody) return mismatch('MCP-Protocol-Version');
  if (inBody !== STATELESS) return refuse(unsupported(inBody));
  const { method } = body as { readonly method?: unknown };
  if (headers['mcp-method'] !== method) return mismatch('Mcp-Method');
  const named = NAMED[String(method)];
  if (named !== undefined && decoded(headers['mcp-name']) !== params[named]) return mismatch('Mcp-Name');
  return null;
}

function decoded(value: string | string[] | undefined): string | undefined {
  const text = String(value ?? '');
  const [, base64] = ENCODED.exec(text) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString('utf8');
  return value === undefined ? undefined : text;
}

/** The HTTP status of a response. */
export function statusOf(response: object, body: unknown): number {
  const { error, id } = response as { readonly error?: { readonly code: number }; readonly id?: unknown };
  if (error === undefined) return 200;
  // Without the id of a request, nobody can relate the response to one.
  if (id === null) return 400;
  if (revisionOf(parametersOf(body)) === undefined) return 200;
  return error.code === rpcCodes.noSuchMethod ? 404 : 200;
}
