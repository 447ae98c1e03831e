import type { NetFailure } from '../../net/net.ts';
import { alertName, alerts } from '../../protocols/tls-records/registries/alerts.ts';
import type { QuicClient, QuicEnd } from './quic-client.ts';

/** RFC 9114 section 3.1. */
export const H3 = 'h3';

/** Why `h3` is what it is. */
export type Http3Reason =
  /** True: the server completed its side of a handshake and selected h3. */
  | 'handshake'
  /** Null: nothing came back. */
  | 'silent'
  /** Null: the network reports that the address cannot be reached. */
  | 'unreachable'
  /** False: the system reports that the port is closed. */
  | 'closed'
  /** False: alert no_application_protocol. */
  | 'no-application-protocol'
  /** False: a handshake without the application protocol h3. */
  | 'other-protocol'
  /** False: another alert of TLS. */
  | 'refused'
  /** False: the server has only versions of QUIC that we do not know. */
  | 'no-known-version'
  /** Null: what came back is not a valid handshake, or exceeds the limits, or stopped half way. */
  | 'invalid'
  | 'too-large'
  | 'incomplete';

interface Verdict {
  readonly h3: boolean | null;
  readonly reason: Http3Reason;
  readonly detail: string | null;
}

interface Outcome {
  readonly client: Pick<QuicClient, 'end' | 'server'>;
  /** What the network reported. */
  readonly failure: NetFailure | null;
  /** Whether anything genuine came back. */
  readonly isHeard: boolean;
}

/** What a handshake shows about HTTP/3: false only if the server itself refuses. */
export function verdictOf({ client: { end, server }, failure, isHeard }: Outcome): Verdict {
  if (end === null) return withoutEnd(failure, isHeard);
  if (end.kind === 'closed') return afterClose(end);
  if (end.kind === 'no-known-version') return { h3: false, reason: end.kind, detail: null };
  if (end.kind !== 'finished') return { h3: null, reason: end.kind, detail: end.detail };
  if (server.alpn === H3) return { h3: true, reason: 'handshake', detail: null };
  return { h3: false, reason: 'other-protocol', detail: server.alpn ?? 'no application protocol' };
}

function withoutEnd(failure: NetFailure | null, isHeard: boolean): Verdict {
  if (failure?.reason === 'too-large') return { h3: null, reason: 'too-large', detail: failure.message };
  if (isHeard) return { h3: null, reason: 'incomplete', detail: null };
  if (failure === null) return { h3: null, reason: 'silent', detail: null };
  if (failure.reason === 'connection-refused') return { h3: false, reason: 'closed', detail: null };
  return { h3: null, reason: 'unreachable', detail: failure.message };
}

/** CRYPTO_ERROR: the alert is the last octet (RFC 9001 section 4.8). */
const CRYPTO_ERROR = 0x100;
const CONNECTION_REFUSED = 0x02;

/** RFC 9000 section 20.1. */
const errorNames: Readonly<Record<number, string>> = {
  0: 'NO_ERROR',
  1: 'INTERNAL_ERROR',
  2: 'CONNECTION_REFUSED',
  3: 'FLOW_CONTROL_ERROR',
  4: 'STREAM_LIMIT_ERROR',
  5: 'STREAM_STATE_ERROR',
  6: 'FINAL_SIZE_ERROR',
  7: 'FRAME_ENCODING_ERROR',
  8: 'TRANSPORT_PARAMETER_ERROR',
  9: 'CONNECTION_ID_LIMIT_ERROR',
  10: 'PROTOCOL_VIOLATION',
  11: 'INVALID_TOKEN',
  12: 'APPLICATION_ERROR',
  13: 'CRYPTO_BUFFER_EXCEEDED',
  14: 'KEY_UPDATE_ERROR',
  15: 'AEAD_LIMIT_REACHED',
  16: 'NO_VIABLE_PATH',
};

function afterClose({ error, reason }: Extract<QuicEnd, { kind: 'closed' }>): Verdict {
  const alert = error >> 8 === 1 ? error - CRYPTO_ERROR : null;
  const name = alert === null ? (errorNames[error] ?? `error ${error}`) : alertName(alert);
  const detail = reason === '' ? name : `${name}: ${reason}`;
  if (alert === alerts.noApplicationProtocol) return { h3: false, reason: 'no-application-protocol', detail };
  const isRefusal = alert === null ? error === CONNECTION_REFUSED : alert !== alerts.internalError;
  // Other errors tell of a fault, on either side.
  return isRefusal ? { h3: false, reason: 'refused', detail } : { h3: null, reason: 'incomplete', detail };
}
