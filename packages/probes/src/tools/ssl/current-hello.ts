import { encodeClientHello } from '../../protocols/tls-records/client-hello.ts';
import type { KeyShare } from '../../protocols/tls-records/extensions.ts';
import { createFlightReader, type FlightReader } from '../../protocols/tls-records/flight.ts';
import { x25519mlkem768 } from '../../protocols/tls-records/groups.ts';
import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { encodeShapedHello, MAX_NOISE } from '../../protocols/tls-records/shaped-hello.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { browserProtocols } from './browser-protocols.ts';
import { type ClientKey, createClientKey } from './client-key.ts';
import type { ShapedClient } from './clients/hello-shapes.ts';
import type { Scan } from './dial.ts';
import type { Line } from './line.ts';

/** What a client says first in TLS 1.3, and again after a retry request with another key. */
export interface Greeting {
  /** The suites that mean something. */
  readonly suites: readonly number[];
  /** Keys for the first hello. */
  readonly keys: readonly ClientKey[];
  /** The hello with these keys; with the server's retry request in the second. */
  encode(keys: readonly ClientKey[], retry: ServerHello | null): Uint8Array;
}

export interface Offered {
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  /** Default: what browsers offer. */
  readonly alpn?: readonly string[];
  /** Default: everything that has a name. */
  readonly signatureAlgorithms?: readonly number[];
}

/** A hello that offers what the prober likes to, with a key for the first group. */
export function plainGreeting({ peer, without }: Scan, offered: Offered): Greeting {
  const { suites, groups, alpn = browserProtocols, signatureAlgorithms } = offered;
  const random = crypto.getRandomValues(new Uint8Array(32));
  // A key of ML-KEM is long; where the server insists on it, it says so.
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
        alpn,
        without,
        withStatus: true,
        ...(signatureAlgorithms && { signatureAlgorithms }),
        ...(retry?.cookie ? { cookie: retry.cookie } : {}),
      }),
  };
}

/** The hello of a known client, as it sends it. */
export function shapedGreeting({ peer, without }: Scan, shape: ShapedClient): Greeting {
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

/** The keys in the client's order, with those that mean nothing. */
export function sharesOf({ keyShares }: ShapedClient, keys: readonly ClientKey[]): KeyShare[] {
  return keyShares.flatMap((group): KeyShare[] => {
    if (isGrease(group)) return [{ group, key: Uint8Array.of(0) }];
    return keys.flatMap(({ share }) => (share.group === group ? [share] : []));
  });
}

export function keysFor(groups: readonly number[]): ClientKey[] {
  return groups.flatMap((group) => createClientKey(group) ?? []);
}

/** RFC 8701. */
export function isGrease(value: number): boolean {
  return (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);
}

export interface Spoken {
  readonly hello: Uint8Array;
  readonly reader: FlightReader;
}

/** Sends a hello, and reads what can be read without keys. */
export async function speak(line: Line, hello: Uint8Array, { isSecond = false } = {}): Promise<Spoken> {
  await line.send(hello);
  const reader = createFlightReader({ isSecond });
  while (!reader.flight.isDone && reader.flight.alert === null) {
    const bytes = await line.receive();
    if (bytes === null) break;
    reader.push(bytes);
  }
  return { hello, reader };
}
