import { extensionName } from '../../../engines/tls/handshake/extension-intolerance.ts';
import type { ServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed } from '../observed.ts';
import type { ProgressPart } from './answer-parts.ts';

/** What the first handshakes show about the server's behaviour. */
export interface FirstHelloFacts {
  /** The ServerHello of the first handshake; null until there is one. */
  readonly hello: ServerHello | null;
  /** Whether our hello offered compression. */
  readonly isCommonOffer: boolean;
  /** Extensions, by number, that the server does not tolerate; null until known. */
  readonly intolerances: readonly number[] | null;
}

/** Null: not measured, or not applicable. */
export function behaviourPart(
  { behaviour, alpn }: Observed,
  { hello, isCommonOffer, intolerances }: FirstHelloFacts,
): ProgressPart<'behaviour'> {
  const { fallbackScsv, clientRenegotiation, sessionTickets, ticketLifetimeSeconds, resumption } = behaviour;
  const { maxEarlyDataBytes } = behaviour;
  const isAsked = hello !== null && isCommonOffer && hello.version < versions['TLSv1.3'];
  return {
    alpnProtocols: alpn.isComplete ? [...alpn.protocols] : null,
    sessionTickets,
    ticketLifetimeSeconds,
    resumption,
    earlyData: maxEarlyDataBytes === null ? null : maxEarlyDataBytes > 0,
    maxEarlyDataBytes,
    clientRenegotiation,
    fallbackScsv,
    // TLS 1.3 has no compression (RFC 8446 section 4.1.2).
    compression:
      hello !== null && hello.version >= versions['TLSv1.3'] ? false : isAsked ? hello.compression !== 0 : null,
    hangsUpOn: intolerances?.map(extensionName) ?? null,
  };
}
