import { join } from '../octets.ts';
import { isAtEnd, octetsOf, take, takeVarint, varint } from './octets.ts';
import { QuicFormatError } from './quic-format-error.ts';

/** Transport parameter numbers (RFC 9000 section 18.2). */
const parameters = {
  originalDestination: 0x00,
  maxIdleMs: 0x01,
  maxUdpPayload: 0x03,
  maxData: 0x04,
  maxStreamDataUni: 0x07,
  maxStreamsUni: 0x09,
  initialSource: 0x0f,
  retrySource: 0x10,
} as const;

/** What a server says about its connection; null for what it leaves out. */
export interface TransportParameters {
  /** The connection id that the client first sent to. */
  readonly originalDestination: Uint8Array | null;
  readonly initialSource: Uint8Array | null;
  readonly retrySource: Uint8Array | null;
  /** Milliseconds after which it gives up a silent connection; 0: never. */
  readonly maxIdleMs: number | null;
}

const MAX_PARAMETERS = 100;

/** Decodes the quic_transport_parameters extension. @throws QuicFormatError, also for a parameter that occurs twice */
export function decodeTransportParameters(bytes: Uint8Array): TransportParameters {
  const octets = octetsOf(bytes);
  const found = new Map<number, Uint8Array>();
  while (!isAtEnd(octets)) {
    const number = takeVarint(octets);
    if (found.has(number)) throw new QuicFormatError(`transport parameter ${number} twice`);
    if (found.size === MAX_PARAMETERS) throw new QuicFormatError('too many transport parameters', 'too-large');
    found.set(number, take(octets, takeVarint(octets)));
  }
  const idle = found.get(parameters.maxIdleMs);
  return {
    originalDestination: found.get(parameters.originalDestination) ?? null,
    initialSource: found.get(parameters.initialSource) ?? null,
    retrySource: found.get(parameters.retrySource) ?? null,
    maxIdleMs: idle === undefined ? null : takeVarint(octetsOf(idle)),
  };
}

/** Octets and milliseconds of a client that only wants to see a handshake: room for what servers send at once. */
const OWN_MAX_IDLE_MS = 5000;
const OWN_MAX_UDP_PAYLOAD = 1500;
const OWN_MAX_DATA = 65_536;
const OWN_UNI_STREAMS = 3;

/** Our parameters, for a connection with this source connection id. */
export function encodeTransportParameters(source: Uint8Array): Uint8Array {
  const number = (name: keyof typeof parameters, value: number) => parameter(parameters[name], varint(value));
  return join(
    parameter(parameters.initialSource, source),
    number('maxIdleMs', OWN_MAX_IDLE_MS),
    number('maxUdpPayload', OWN_MAX_UDP_PAYLOAD),
    number('maxData', OWN_MAX_DATA),
    number('maxStreamDataUni', OWN_MAX_DATA),
    number('maxStreamsUni', OWN_UNI_STREAMS),
  );
}

function parameter(number: number, value: Uint8Array): Uint8Array {
  return join(varint(number), varint(value.length), value);
}
