import { toIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { linkSignals } from '../../async/signals.ts';
import { type DatagramChannel, type DatagramLimits, type Net, NetFailure } from '../../net/net.ts';
import { versionText } from '../../protocols/quic/versions.ts';
import { decodeFor } from '../../work/work.ts';
import { askVersions, type NamedVersions } from './ask-versions.ts';
import type { Http3Target } from './http3-target.ts';
import { H3, type Http3Reason, verdictOf } from './http3-verdict.ts';
import { QuicClient } from './quic-client.ts';

/** What a server shows of HTTP/3, without a request. */
export interface Http3Answer {
  /** True only after a handshake; null if it could not be determined. */
  readonly h3: boolean | null;
  readonly reason: Http3Reason;
  /** The alert, transport error or flaw, in English; null if the reason says it all. */
  readonly detail: string | null;
  /** The versions of QUIC that the server names, in its order, as eight hexadecimal digits; null if it names none. */
  readonly versions: readonly string[] | null;
  /** The version of the handshake; null without an answer to it. */
  readonly version: string | null;
  readonly alpn: string | null;
  readonly group: number | null;
  readonly suite: number | null;
  /** DER, as sent. */
  readonly certificates: readonly Uint8Array[] | null;
  readonly ocspResponse: Uint8Array | null;
  /** Signed certificate timestamps from the handshake, undecoded. */
  readonly timestamps: readonly Uint8Array[];
  /** Whether the server has proven that it has the key of its certificate. */
  readonly isProven: boolean;
  /** Whether the server made us repeat our address (Retry). */
  readonly retry: boolean;
  /** Whether it stays silent to a hello of two datagrams, and answers one of a single datagram. */
  readonly needsShortHello: boolean;
  /** From the first datagram to the list of versions, and to the end of the handshake; null without it. */
  readonly negotiationMs: number | null;
  readonly handshakeMs: number | null;
}

/** A server that stays silent gets eight: two hellos of two each, two of one, and the two of `askVersions`. */
const limits: DatagramLimits = { maxSent: 32, maxReceived: 160, maxBytes: 160_000 };
/** Acknowledgements, repetitions and hellos; the rest is for the end. */
const MAX_SENT_BEFORE_END = 28;
/** Milliseconds of one attempt, whatever arrives. */
const ATTEMPT_MS = 5000;
/** Milliseconds without an answer after which a hello is sent again, and is given up. */
const waits = { long: [500, 1000], short: [900, 1600] } as const;
/** The same in a handshake that has begun. */
const waitsLater: readonly number[] = [400, 800, 1600];
/** The list of versions arrives within a round trip, which the handshake has measured. */
const MIN_LINGER_MS = 100;

/**
 * Asks whether a server speaks HTTP/3: its versions and a handshake at the same time, and no request.
 * @throws NetFailure of the guard or `work-limit`, or the signal's reason; a silent or refusing server is an answer
 */
export async function askHttp3(
  net: Pick<Net, 'openDatagrams'>,
  target: Http3Target,
  signal: AbortSignal,
): Promise<Http3Answer> {
  const enough = linkSignals([signal]);
  let timer: NodeJS.Timeout | undefined;
  const asking = askVersions(net, target, enough.signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!enough.signal.aborted) throw error;
    return { versions: null, ms: null, failure: null };
  });
  const shaking = shakeHands(net, target, signal).then((handshake) => {
    if (handshake.client.end?.kind !== 'finished') return handshake;
    const lingerMs = Math.max(MIN_LINGER_MS, handshake.ms);
    timer = setTimeout(() => enough.abort(new Error('the handshake is over')), lingerMs);
    return handshake;
  });
  try {
    const [versions, handshake] = await Promise.all([asking, shaking]);
    return answerOf(handshake, versions);
  } finally {
    clearTimeout(timer);
    enough.release();
  }
}

/**
 * The same for a server that probably does not speak HTTP/3: a handshake follows only if it names its versions, which is told
 * by `onSpoken`. A server that stays silent gets two datagrams.
 * @throws like `askHttp3`
 */
export async function askHttp3IfSpoken(
  net: Pick<Net, 'openDatagrams'>,
  target: Http3Target,
  signal: AbortSignal,
  onSpoken: (versions: readonly string[]) => void,
): Promise<Http3Answer> {
  const named = await askVersions(net, target, signal);
  if (named.versions === null) {
    const client = new QuicClient({ serverName: null, alpn: [H3], isShort: true });
    return answerOf({ client, ms: 0, failure: named.failure }, named);
  }
  onSpoken(named.versions.map(versionText));
  return answerOf(await shakeHands(net, target, signal), named);
}

function answerOf({ client, ms, failure }: Handshake, { versions, ms: negotiationMs }: NamedVersions): Http3Answer {
  const named = versions ?? client.versions;
  const { server } = client;
  return {
    ...verdictOf({ client, failure, isHeard: named !== null || client.hasAnswer }),
    versions: named?.map(versionText) ?? null,
    version: client.hasAnswer ? versionText(client.version.number) : null,
    alpn: server.alpn,
    group: server.group,
    suite: server.suite,
    certificates: server.certificates,
    ocspResponse: server.ocspResponse,
    timestamps: server.timestamps,
    isProven: server.isSigned && server.isFinished,
    retry: client.hasRetried,
    needsShortHello: client.isShort && client.hasAnswer,
    negotiationMs,
    handshakeMs: client.end?.kind === 'finished' ? ms : null,
  };
}

interface Handshake {
  readonly client: QuicClient;
  readonly ms: number;
  /** What the network reported. */
  readonly failure: NetFailure | null;
}

type Door = Pick<Net, 'openDatagrams'>;

async function shakeHands(net: Door, target: Http3Target, signal: AbortSignal): Promise<Handshake> {
  const isLiteral = toIpv4(target.host) !== null || toIpv6(target.host) !== null;
  const options = { serverName: isLiteral ? null : target.host, alpn: [H3] };
  const first = await attempt(net, target, new QuicClient(options), signal);
  if (first.client.hasAnswer || first.failure !== null) return first;
  // Some servers and firewalls drop a hello that is longer than a datagram.
  const second = await attempt(net, target, new QuicClient({ ...options, isShort: true }), signal);
  return second.client.hasAnswer ? second : first;
}

/** One handshake, up to its end. */
async function attempt(net: Door, target: Http3Target, client: QuicClient, signal: AbortSignal): Promise<Handshake> {
  const startedAt = performance.now();
  const { address, port, service } = target;
  const channel = await net.openDatagrams({ host: address, port, service }, limits, signal);
  const result = (failure: NetFailure | null) => ({ client, failure, ms: performance.now() - startedAt });
  try {
    await converse(channel, client, signal);
    return result(null);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NetFailure) || error.reason === 'work-limit') throw error;
    return result(error);
  } finally {
    channel.close();
  }
}

async function converse(channel: DatagramChannel, client: QuicClient, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ATTEMPT_MS;
  let sent = 0;
  const send = async (datagrams: readonly Uint8Array[]) => {
    for (const datagram of datagrams.slice(0, Math.max(0, MAX_SENT_BEFORE_END - sent))) {
      await channel.send(datagram);
      sent += 1;
    }
  };
  await send(client.start());
  for (let silences = 0; client.end === null; ) {
    const waitMs = waitsOf(client)[silences];
    const leftMs = until - performance.now();
    if (waitMs === undefined || leftMs <= 0) break;
    const datagram = await channel.receive(Math.min(waitMs, leftMs));
    signal.throwIfAborted();
    if (datagram === null) {
      silences += 1;
      if (waitsOf(client)[silences] !== undefined) await send(client.repeat());
      continue;
    }
    decodeFor(signal, () => client.receive(datagram));
    if (channel.waiting === 0) await send(client.reply());
  }
  const last = client.close();
  if (last !== null) await channel.send(last);
}

function waitsOf(client: QuicClient): readonly number[] {
  if (client.hasAnswer) return waitsLater;
  return client.isShort ? waits.short : waits.long;
}
