import type { DatagramLimits, Net } from '../../net/net.ts';
import { NetFailure } from '../../net/net.ts';
import { isEqual } from '../../protocols/octets.ts';
import { encodeVersionProbe } from '../../protocols/quic/encode-packet.ts';
import { splitDatagram } from '../../protocols/quic/packets.ts';
import { isReservedVersion, quicV1 } from '../../protocols/quic/versions.ts';
import { decodeFor } from '../../work/work.ts';
import type { Http3Target } from './http3-target.ts';
import { DATAGRAM_LENGTH } from './quic-client.ts';

export interface NamedVersions {
  /** In the server's order, without reserved ones; null without an answer. */
  readonly versions: readonly number[] | null;
  /** Milliseconds to the answer. */
  readonly ms: number | null;
  /** What the network reported; null if nothing. */
  readonly failure: NetFailure | null;
}

/** The answer is smaller than the question: nobody can use it to amplify. */
const limits: DatagramLimits = { maxSent: 2, maxReceived: 16, maxBytes: 24_000 };
/** Milliseconds after each datagram. */
const waits: readonly number[] = [700, 1500];
const ID_LENGTH = 8;
const noAnswer: NamedVersions = { versions: null, ms: null, failure: null };

/**
 * Asks for the server's versions of QUIC with a version that none has (RFC 9000 section 6.3): one datagram, and a second one
 * if nothing comes back.
 * @throws NetFailure of the guard or `work-limit`, or the signal's reason
 */
export async function askVersions(
  net: Pick<Net, 'openDatagrams'>,
  { address, port, service }: Pick<Http3Target, 'address' | 'port' | 'service'>,
  signal: AbortSignal,
): Promise<NamedVersions> {
  const channel = await net.openDatagrams({ host: address, port, service }, limits, signal);
  const startedAt = performance.now();
  const random = crypto.getRandomValues(new Uint8Array(DATAGRAM_LENGTH));
  const [destination, source] = [random.slice(0, ID_LENGTH), random.slice(ID_LENGTH, 2 * ID_LENGTH)];
  const probe = encodeVersionProbe(reservedVersion(random), destination, source, random);
  try {
    for (const waitMs of waits) {
      await channel.send(probe);
      const until = performance.now() + waitMs;
      for (let leftMs = waitMs; leftMs > 0; leftMs = until - performance.now()) {
        const datagram = await channel.receive(leftMs);
        signal.throwIfAborted();
        const versions = datagram && decodeFor(signal, () => versionsIn(datagram, destination, source));
        if (versions !== null) return { versions, ms: performance.now() - startedAt, failure: null };
      }
    }
    return noAnswer;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NetFailure) || error.reason === 'work-limit') throw error;
    return { ...noAnswer, failure: error };
  } finally {
    channel.close();
  }
}

/** RFC 9000 section 15: 0x?a?a?a?a. */
function reservedVersion(random: Uint8Array): number {
  return random.subarray(0, 4).reduce((version, octet) => version * 256 + ((octet & 0xf0) | 0x0a), 0);
}

/** Only what answers this question: with its connection ids exchanged. */
function versionsIn(datagram: Uint8Array, destination: Uint8Array, source: Uint8Array): readonly number[] | null {
  const [packet] = splitDatagram(datagram, quicV1);
  if (packet?.kind !== 'version-negotiation') return null;
  if (!isEqual(packet.destination, source) || !isEqual(packet.source, destination)) return null;
  return packet.versions.filter((version) => !isReservedVersion(version));
}
