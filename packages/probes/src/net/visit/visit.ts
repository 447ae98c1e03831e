// net/visit/: one request to a web server as a browser makes it, with its timing, whatever the certificate is worth.

import { startDeadline } from '../../async/deadline.ts';
import { onAbort } from '../../async/signals.ts';
import { parseUrl } from '../../protocols/parse-url.ts';
import { hostOf, portOf } from '../http/fetch.ts';
import type { FindAddresses } from '../http/web-connector.ts';
import { type ConnectTarget, type GuardedAddress, NetFailure, VisitFailure } from '../net.ts';
import { recordedPlaintext } from '../recording/plaintext.ts';
import { type Connected, openSocket } from '../sockets/connection.ts';
import { timedStream } from './first-octet.ts';
import { sendHttp1 } from './http1.ts';
import { sendHttp2 } from './http2.ts';
import { certificatesOf, openTls } from './open-tls.ts';
import { decodeContent } from './read-content.ts';
import type { FoundHost, Visit, VisitOptions, WebProtocol } from './visit-target.ts';

/** Milliseconds for one connection; the caller's own timeout applies as well. */
const CONNECT_TIMEOUT_MS = 5000;
const bothProtocols: readonly WebProtocol[] = ['h2', 'http/1.1'];

/** One request; see `Net.visit`. @throws VisitFailure, NetFailure, or the reason of a parent */
export async function visitThrough(
  find: FindAddresses,
  text: string,
  options: VisitOptions,
  parents: readonly AbortSignal[],
): Promise<Visit> {
  const url = readWebUrl(text);
  const deadline = startDeadline({ timeoutMs: options.timeoutMs, what: 'a web page' }, parents);
  const startedAtMs = performance.now();
  let contacted: GuardedAddress | null = null;
  try {
    const found = await addressesFor(find, url, options, deadline.signal);
    const { addresses } = found;
    // Another visit of this lookup may have asked earlier.
    const foundAtMs = performance.now();
    const dnsMs = found.dnsMs === null ? null : Math.min(found.dnsMs, foundAtMs - startedAtMs);
    contacted = addresses[0] ?? null;
    const connected = await openSocket(addresses, portOf(url), socketLimits(url, options), [deadline.signal]);
    contacted = connected.address;
    const { socket } = connected;
    const detach = onAbort(deadline.signal, () => socket.destroy());
    try {
      const response = await exchange(connected, url, options, deadline.signal);
      const { firstByteMs, tlsMs, ...rest } = response;
      for (const parent of parents) parent.throwIfAborted();
      const timing = {
        dnsMs,
        tcpMs: connected.handshakeMs,
        tlsMs,
        firstByteMs,
        totalMs: (dnsMs ?? 0) + performance.now() - foundAtMs,
      };
      return { url: url.href, address: connected.address, ...rest, timing };
    } finally {
      detach();
      socket.destroy();
    }
  } catch (error) {
    for (const parent of parents) parent.throwIfAborted();
    if (!(error instanceof NetFailure) || error instanceof VisitFailure) throw error;
    throw new VisitFailure(error.reason, error.message, contacted, error);
  } finally {
    deadline.cancel();
  }
}

type Exchanged = Omit<Visit, 'url' | 'address' | 'timing'> & {
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
};

async function exchange(
  connected: Connected,
  url: URL,
  options: VisitOptions,
  signal: AbortSignal,
): Promise<Exchanged> {
  const { socket, count } = connected;
  const isSecure = url.protocol === 'https:';
  const startedAtMs = performance.now();
  const secured = isSecure ? await openTls(socket, hostOf(url), options.protocols ?? bothProtocols, signal) : null;
  const tlsMs = secured === null ? null : performance.now() - startedAtMs;
  const place = { host: hostOf(url), port: portOf(url), isOperators: false };
  const { stream, firstOctetAtMs } = timedStream(
    secured === null ? socket : recordedPlaintext(secured, connected, place, signal),
  );
  const send = secured?.alpnProtocol === 'h2' ? sendHttp2 : sendHttp1;
  const sentAtMs = performance.now();
  const { wire, close, ...head } = await send(stream, url, options, signal);
  try {
    const firstMs = firstOctetAtMs();
    const encoding = listedIn(head.headers, 'content-encoding');
    const content = await decodeContent(await wire, encoding, options.maxBytes, signal);
    count?.();
    return {
      ...head,
      body: content,
      tlsMs,
      firstByteMs: firstMs === null ? null : firstMs - sentAtMs,
      certificates: secured === null ? null : certificatesOf(secured),
    };
  } finally {
    close();
    stream.destroy();
  }
}

/** All values of a field, as one list (RFC 9110 section 5.3); null without one. */
function listedIn(headers: Visit['headers'], field: string): string | null {
  const values = headers.filter(([name]) => name.toLowerCase() === field).map(([, value]) => value);
  return values.length === 0 ? null : values.join(', ');
}

/** @throws NetFailure `no-address` if the host has none of the family that is asked for */
async function addressesFor(
  find: FindAddresses,
  url: URL,
  { family = null, namedBy, found }: VisitOptions,
  signal: AbortSignal,
): Promise<FoundHost> {
  const place = { host: hostOf(url), port: portOf(url), service: 'visit' } as const;
  const key = JSON.stringify([place.host, place.port, namedBy ?? null]);
  const finding = found?.get(key) ?? findTimed(find, namedBy === undefined ? place : { ...place, namedBy }, signal);
  found?.set(key, finding);
  const { addresses, dnsMs } = await finding;
  signal.throwIfAborted();
  const usable = addresses.filter((address) => family === null || address.family === family);
  if (usable.length > 0) return { addresses: usable, dnsMs };
  throw new NetFailure('no-address', `${place.host} has no address of IPv${family}`);
}

async function findTimed(find: FindAddresses, place: ConnectTarget, signal: AbortSignal): Promise<FoundHost> {
  let dnsMs: number | null = null;
  const addresses = await find(place, signal, (waitedMs) => {
    dnsMs = waitedMs;
  });
  return { addresses, dnsMs };
}

function socketLimits(url: URL, { admit }: VisitOptions) {
  const purpose = { service: 'http', host: hostOf(url), isOperators: false } as const;
  return { connectTimeoutMs: CONNECT_TIMEOUT_MS, purpose, ...(admit === undefined ? {} : { admit }) };
}

function readWebUrl(text: string): URL {
  const url = parseUrl(text);
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  throw new NetFailure('invalid-response', `${JSON.stringify(text.slice(0, 100))} is no web address`);
}
