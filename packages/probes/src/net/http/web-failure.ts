import { NetFailure } from '../net.ts';
import { systemFailure } from '../sockets/system-failure.ts';

/** Node's codes for a peer that disconnects early. */
const ENDED_EARLY = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);
/** Error codes of the operating system, as opposed to those of the HTTP, TLS and compression libraries. */
const SYSTEM = /^E[A-Z]+$/;

/** The failure for an error during an HTTP exchange: of the system, or of a parser that met something other than HTTP. */
export function webFailure(error: unknown, where: string): NetFailure {
  if (error instanceof NetFailure) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (ENDED_EARLY.has(code)) return new NetFailure('reset', `${where}: ${code}`, { cause: error });
  if (SYSTEM.test(code)) return systemFailure(error, where);
  const reason = code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'invalid-response';
  return new NetFailure(reason, `${where}: ${code}`, { cause: error });
}
