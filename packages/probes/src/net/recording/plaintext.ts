import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { GuardedAddress } from '../net.ts';
import { RecordedSocket } from './recorded-socket.ts';
import { type TappedExchange, tapOf } from './wire-tap.ts';

interface RecordedConnection {
  readonly address: GuardedAddress;
  readonly recorded: TappedExchange | undefined;
}

/** Wraps a TLS stream so that its content is recorded as well; returns it unchanged if nothing is recorded. */
export function recordedPlaintext(
  secured: TLSSocket,
  { address, recorded: within }: RecordedConnection,
  { host, port, isOperators }: { readonly host: string; readonly port: number; readonly isOperators: boolean },
  signal: AbortSignal,
): Duplex {
  // Requests to services of the operator may contain a key.
  const tap = isOperators ? undefined : tapOf(signal);
  if (within === undefined || tap === undefined) return secured;
  const peer = { address: address.address, port };
  const recorded = tap.begin({ service: 'http', transport: 'tcp', peer, host, isOperators, within });
  return new RecordedSocket(secured, recorded);
}

/** Records a DNS query and its reply, as carried within TLS or HTTPS. */
export async function recordedMessage(
  place: { readonly address: string; readonly port: number; readonly isOperators: boolean } & {
    readonly recorded: TappedExchange | undefined;
  },
  query: Uint8Array,
  signal: AbortSignal,
  exchange: () => Promise<Buffer>,
): Promise<Buffer> {
  const { address, port, isOperators, recorded: within } = place;
  const tap = tapOf(signal);
  if (tap === undefined || within === undefined) return exchange();
  const recorded = tap.begin({ service: 'dns', transport: 'tcp', peer: { address, port }, isOperators, within });
  recorded.sent(query);
  try {
    const reply = await exchange();
    recorded.received(reply);
    recorded.end();
    return reply;
  } catch (error) {
    recorded.end(error);
    throw error;
  }
}
