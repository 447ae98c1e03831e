import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import type { Part } from './answer-parts.ts';
import { extensionName } from './intolerance.ts';
import type { Observed } from './observed.ts';

/** What the first handshakes told of the server's behaviour. */
export interface FirstImpression {
  /** Of the first hello; null before there is one. */
  readonly hello: ServerHello | null;
  /** Whether that hello offered compression. */
  readonly isUsual: boolean;
  /** By number; null before it is known. */
  readonly intolerances: readonly number[] | null;
}

/** Null is what was not measured, or does not exist here. */
export function behaviourPart(
  { behaviour, alpn }: Observed,
  { hello, isUsual, intolerances }: FirstImpression,
): Part<'behaviour'> {
  const { fallbackScsv, clientRenegotiation, sessionTickets, ticketLifetimeSeconds, resumption } = behaviour;
  const { maxEarlyDataBytes } = behaviour;
  const isAsked = hello !== null && isUsual && hello.version < versions['TLSv1.3'];
  return {
    alpnProtocols: alpn.isComplete ? [...alpn.protocols] : null,
    sessionTickets,
    ticketLifetimeSeconds,
    resumption,
    earlyData: maxEarlyDataBytes === null ? null : maxEarlyDataBytes > 0,
    maxEarlyDataBytes,
    clientRenegotiation,
    fallbackScsv,
    // TLS 1.3 has none (RFC 8446 section 4.1.2).
    compression:
      hello !== null && hello.version >= versions['TLSv1.3'] ? false : isAsked ? hello.compression !== 0 : null,
    hangsUpOn: intolerances?.map(extensionName) ?? null,
  };
}
