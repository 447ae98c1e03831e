/** Codes of JSON-RPC 2.0, and of MCP for a resource that is not there. */
export const rpcCodes = {
  invalidRequest: -32_600,
  noSuchMethod: -32_601,
  invalidParameters: -32_602,
  internal: -32_603,
  noSuchResource: -32_002,
} as const;

/** An error of the protocol; its message has no words of others. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
