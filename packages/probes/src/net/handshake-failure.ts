import type { FailureReason } from '@sonde/contract/failure';
import { alertName, alerts } from '../protocols/tls-records/alerts.ts';
import type { Flight } from '../protocols/tls-records/flight.ts';
import { NetFailure } from './net.ts';

/** The operating system's own words, as opposed to those of OpenSSL. */
const SYSTEM = /^E[A-Z]+$/;
/** What is no record of TLS at all, in the words of OpenSSL 3.0 and 3.5. */
const NOT_TLS = /WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE|WRONG_SSL_VERSION/;
const TOO_LARGE = /EXCESSIVE_MESSAGE_SIZE/;

/** Why the runtime's handshake ended; the alert tells it best, where the server sent one. */
export function handshakeFailure(error: unknown, { alert, serverHello }: Flight, where: string): NetFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const said = alert === null ? code : alertName(alert);
  return new NetFailure(reasonOf(code, alert, serverHello !== null), `${where}: ${said}`, { cause: error });
}

function reasonOf(code: string, alert: number | null, isTls: boolean): FailureReason {
  if (alert !== null) return alert === alerts.unrecognizedName ? 'unrecognized_name' : 'handshake_failed';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (SYSTEM.test(code) || code === 'ERR_STREAM_PREMATURE_CLOSE') return 'reset';
  if (TOO_LARGE.test(code)) return 'too_large';
  if (!isTls && NOT_TLS.test(code)) return 'not_tls';
  return /ALERT/.test(code) ? 'handshake_failed' : 'invalid_response';
}
