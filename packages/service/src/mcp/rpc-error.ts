/** Error codes of JSON-RPC 2.0, and those of MCP. */
export const rpcCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  noSuchMethod: -32_601,
  invalidParameters: -32_602,
  internal: -32_603,
  noSuchResource: -32_002,
  headerMismatch: -32_020,
  unsupportedRevision: -32_022,
} as const;

/** A protocol error. Its message contains no untrusted text. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: object | undefined;
  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The response that refuses a request; its id is null if the message has none. */
export const failed = (id: string | number | null, { code, message, data }: RpcError): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** The id of a request; null for a message that has none. */
export function idOf(message: unknown): string | number | null {
  const { id } = (message ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
