import { createFlightReader, type FlightReader } from '../../../protocols/tls-records/flight.ts';
import { encodeClientHello } from '../../../protocols/tls-records/hello/client-hello.ts';
import type { KeyShare } from '../../../protocols/tls-records/hello/extensions.ts';
import type { ServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import { encodeShapedHello, MAX_NOISE } from '../../../protocols/tls-records/hello/shaped-hello.ts';
import { x25519mlkem768 } from '../../../protocols/tls-records/registries/groups.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Scan } from '../connection/dial.ts';
import type { TlsConnection } from '../connection/tls-connection.ts';
import { browserProtocols } from './browser-protocols.ts';
import { type ClientKey, createClientKey } from './client-key.ts';
import type { ShapedClient } from './hello-shapes.ts';

/** Makes the ClientHello of one handshake, and the second one after a HelloRetryRequest. */
export interface ClientHelloMaker {
  /** The suites without GREASE values. */
  readonly suites: readonly number[];
  /** Keys whose shares go into the first hello. */
  readonly keys: readonly ClientKey[];
  /** A ClientHello with the shares of these keys; `retry` is the HelloRetryRequest that a second one answers. */
  encode(keys: readonly ClientKey[], retry: ServerHello | null): Uint8Array;
}

export interface OwnHelloOptions {
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  /** Default: what browsers offer; null: none. */
  readonly alpn?: readonly string[] | null;
  /** Default: every algorithm with a code point. */
  readonly signatureAlgorithms?: readonly number[];
  /** Pads the hello to this length, with its record header. */
  readonly atLeastOctets?: number;
}

/** Sonde's own hello, with a key share for the first group. */
export function ownHello(
  { peer, without }: Pick<Scan, 'peer' | 'without'>,
  offered: OwnHelloOptions,
): ClientHelloMaker {
  const { suites, groups, alpn = browserProtocols, signatureAlgorithms, atLeastOctets } = offered;
  const random = crypto.getRandomValues(new Uint8Array(32));
  // An ML-KEM share is long; a server that requires one sends a HelloRetryRequest.
  const first = groups.find((group) => group !== x25519mlkem768) ?? groups[0];
  return {
    suites,
    keys: keysFor(first === undefined ? [] : [first]),
    encode: (keys, retry) =>
      encodeClientHello({
        version: versions['TLSv1.3'],
        withTls12: true,
        suites,
        random,
        serverName: peer.serverName,
        groups,
        keyShares: keys.map(({ share }) => share),
        ...(alpn && { alpn }),
        without,
        withStatus: true,
        ...(signatureAlgorithms && { signatureAlgorithms }),
        ...(atLeastOctets && { atLeastOctets }),
        ...(retry?.cookie ? { cookie: retry.cookie } : {}),
      }),
  };
}

/** The hello of a known client, identical in every octet except for random values and the server name. */
export function browserHello({ peer, without }: Scan, shape: ShapedClient): ClientHelloMaker {
  const random = crypto.getRandomValues(new Uint8Array(32));
  const noise = crypto.getRandomValues(new Uint8Array(MAX_NOISE));
  const filling = { random, sessionId: random.toReversed(), noise, serverName: peer.serverName, without };
  return {
    suites: shape.suites.filter((suite) => !isGrease(suite)),
    keys: keysFor(shape.keyShares),
    encode: (keys, retry) =>
      encodeShapedHello(shape, {
        ...filling,
        keyShares: retry === null ? sharesOf(shape, keys) : keys.map(({ share }) => share),
        ...(retry?.cookie ? { cookie: retry.cookie } : {}),
      }),
  };
}

/** The key shares in the client's order, with its GREASE shares. */
export function sharesOf({ keyShares }: ShapedClient, keys: readonly ClientKey[]): KeyShare[] {
  return keyShares.flatMap((group): KeyShare[] => {
    if (isGrease(group)) return [{ group, key: Uint8Array.of(0) }];
    return keys.flatMap(({ share }) => (share.group === group ? [share] : []));
  });
}

export function keysFor(groups: readonly number[]): ClientKey[] {
  return groups.flatMap((group) => createClientKey(group) ?? []);
}

/** Reserved values that mean nothing (RFC 8701). */
export function isGrease(value: number): boolean {
  return (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);
}

export interface HelloExchange {
  readonly hello: Uint8Array;
  readonly reader: FlightReader;
}

/** Sends a ClientHello, and reads the part of the answer that is not encrypted. */
export async function exchangeHello(
  connection: TlsConnection,
  hello: Uint8Array,
  { isSecond = false } = {},
): Promise<HelloExchange> {
  await connection.send(hello);
  const reader = createFlightReader({ isSecond });
  while (!reader.flight.isDone && reader.flight.alert === null) {
    const bytes = await connection.receive();
    if (bytes === null) break;
    reader.push(bytes);
  }
  return { hello, reader };
}
