/** Error codes of JSON-RPC 2.0, and that of MCP for a missing resource. */
export const rpcCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  noSuchMethod: -32_601,
  invalidParameters: -32_602,
  internal: -32_603,
  noSuchResource: -32_002,
} as const;

/** A protocol error. Its message contains no untrusted text. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
