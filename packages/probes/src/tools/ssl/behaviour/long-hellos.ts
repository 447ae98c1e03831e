import type { Scan } from '../../../engines/tls/connection/dial.ts';
import { currentGroups } from '../../../engines/tls/handshake/client-key.ts';
import { currentSuites, shortHello } from '../../../engines/tls/handshake/current-client.ts';
import { ownHello } from '../../../engines/tls/handshake/current-hello.ts';
import { commonOffer } from '../../../engines/tls/handshake/first-hello.ts';
import { chromium } from '../../../engines/tls/handshake/hello-shapes.ts';
import { encodeOffer, type Offer, sendHello } from '../../../engines/tls/handshake/send-hello.ts';
import { type ClientHandshakes, helloOf, outcomeOf, SILENCE } from '../clients/handshakes.ts';

/** Hellos that were answered and others that were not, in octets with the record header. */
export interface LongHellos {
  readonly answeredOctets: number;
  /** The shortest one that was not answered, twice. */
  readonly silentOctets: number;
  /** Chromium's, which was not answered, twice. */
  readonly chromiumOctets: number;
  /** Whether one as long as Chromium's, but without a post-quantum key share, was answered; null if not tried. */
  readonly isAnsweredWithoutPostQuantum: boolean | null;
}

/**
 * For a server that answers Sonde's hello, but did not complete Chromium's: is it silent at that one, and is the length the
 * reason? Null if it answers Chromium's hello, or nothing any more. What Chromium's hello shows goes into `handshakes`.
 * @throws the reason of the budget's signal
 */
export async function testLongHellos(
  scan: Scan,
  known: Offer,
  handshakes: ClientHandshakes,
): Promise<LongHellos | null> {
  const common = encodeOffer(scan, commonOffer);
  const chromiumOctets = helloOf(scan, chromium).length;
  const plain = ownHello(scan, { suites: currentSuites, groups: currentGroups, atLeastOctets: chromiumOctets });
  const [first, second, padded, control] = await Promise.all([
    sendHello(scan, helloOf(scan, chromium)),
    sendHello(scan, helloOf(scan, chromium)),
    sendHello(scan, plain.encode(plain.keys, null)),
    sendHello(scan, common),
  ]);
  const handshake = await outcomeOf(scan, chromium, known, [first, async () => second]);
  if (handshake !== null) handshakes.set(chromium.name, handshake);
  if (first.kind !== 'silent' || second.kind !== 'silent' || control.kind !== 'accepted') return null;
  const isAnsweredWithoutPostQuantum = padded.kind !== 'silent';
  return { answeredOctets: common.length, silentOctets: chromiumOctets, chromiumOctets, isAnsweredWithoutPostQuantum };
}

/** For a server that answered the short hello, and twice neither the common one nor Chromium's. */
export function describeShortOnly(scan: Scan, handshakes: ClientHandshakes): LongHellos {
  handshakes.set(chromium.name, { kind: 'refused', answer: SILENCE });
  const short = shortHello(scan);
  return {
    answeredOctets: short.encode(short.keys, null).length,
    silentOctets: encodeOffer(scan, commonOffer).length,
    chromiumOctets: helloOf(scan, chromium).length,
    isAnsweredWithoutPostQuantum: null,
  };
}

/** What was seen, and no more. */
export function longHelloSentence(seen: LongHellos): string {
  const { answeredOctets, silentOctets, chromiumOctets, isAnsweredWithoutPostQuantum } = seen;
  const answered = `A ClientHello of ${answeredOctets} octets was answered;`;
  if (silentOctets < chromiumOctets) {
    return `${answered} one of ${silentOctets} octets was not, twice, and neither was that of Chromium, with ${chromiumOctets} octets.`;
  }
  const other = isAnsweredWithoutPostQuantum
    ? 'One of that length without a post-quantum key share was answered.'
    : 'One of that length without a post-quantum key share was not answered either.';
  return `${answered} that of Chromium, with ${chromiumOctets} octets, was not, twice. ${other}`;
}
