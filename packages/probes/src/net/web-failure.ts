import { NetFailure } from './net.ts';
import { systemFailure } from './system-failure.ts';

/** What Node says when the peer is gone before the end. */
const ENDED_EARLY = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);
/** The operating system's own words for a failure, as opposed to those of the HTTP, TLS and compression libraries. */
const SYSTEM = /^E[A-Z]+$/;

/** An error on the way of an HTTP exchange: the system's, or that of a parser which met what is no HTTP. */
export function webFailure(error: unknown, where: string): NetFailure {
  if (error instanceof NetFailure) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (ENDED_EARLY.has(code)) return new NetFailure('reset', `${where}: ${code}`, { cause: error });
  if (SYSTEM.test(code)) return systemFailure(error, where);
  const reason = code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid_response';
  return new NetFailure(reason, `${where}: ${code}`, { cause: error });
}
