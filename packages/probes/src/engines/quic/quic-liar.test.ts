import { afterAll, describe, expect, test } from 'vitest';
import { firstOf } from '../../../../../scripts/test/vitest-settings.ts';
import { createNodeNet } from '../../net/node-net.ts';
import { join } from '../../protocols/octets.ts';
import { closeFrame, cryptoFrame, pingFrame } from '../../protocols/quic/frames.ts';
import { quicV2 } from '../../protocols/quic/versions.ts';
import { messageTypes } from '../../protocols/tls-records/messages.ts';
import { secp256r1, x25519, x25519mlkem768 } from '../../protocols/tls-records/registries/groups.ts';
import { uint, vector } from '../../protocols/tls-records/writer.ts';
import { askHttp3, type Http3Answer } from './ask-http3.ts';
import {
  type Conversation,
  inPieces,
  message,
  type QuicLiar,
  retryRequest,
  startQuicLiar,
} from './testing/quic-liar.ts';

const address = '127.0.0.1';
const net = createNodeNet({
  resolvers: [],
  allowNetworks: ['127.0.0.0/8'],
  denyTargets: [],
  allowPorts: [{ from: 1, to: 65_535 }],
});
const liars: QuicLiar[] = [];
afterAll(() => {
  net.close();
  for (const liar of liars) liar.close();
});

/** A silent address gets no more. */
const MOST_FOR_SILENCE = 8;
const MOST_AT_ALL = 32 + 2;

type Lie = (one: Conversation, datagram: Uint8Array) => Iterable<Uint8Array>;

async function askLiar(lie: Lie, isSpoken?: Parameters<typeof startQuicLiar>[1]): Promise<Http3Answer & QuicLiar> {
  const liar = await startQuicLiar(lie, isSpoken);
  liars.push(liar);
  const target = { host: 'liar.test', address, port: liar.port, service: 'tls' } as const;
  const answer = await askHttp3(net, target, new AbortController().signal);
  expect(liar.heard.length).toBeLessThanOrEqual(MOST_AT_ALL);
  for (const datagram of liar.heard) expect(datagram.length).toBeLessThanOrEqual(1200);
  return { ...answer, ...liar };
}

/** Only to the first hello that is complete. */
const once = (lie: Lie): Lie => {
  const told = new Set<Conversation>();
  return (one, datagram) => {
    if (one.hello === null || told.has(one)) return [];
    told.add(one);
    return lie(one, datagram);
  };
};
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const times = (count: number, make: (index: number) => Uint8Array) =>
  Array.from({ length: count }, (_, index) => make(index));

/** A whole handshake of the server, with a group and whatever is odd in its flight. */
const handshakeWith = (group: number, oddity: Parameters<Conversation['flight']>[0] = {}): Lie =>
  once((one) => [
    ...inPieces((frame) => one.initial(frame), one.serverHello(group)),
    ...inPieces((frame) => one.handshake(frame), one.flight(oddity)),
  ]);

describe.concurrent('a server that is silent, or as good as silent, is no answer', () => {
  const invalidRetry = (one: Conversation) => {
    const ids = join(Uint8Array.of(one.client.length), one.client, Uint8Array.of(4, 9, 9, 9, 9));
    return join(Uint8Array.of(0xf0, 0, 0, 0, 1), ids, random(40));
  };
  test.each<[string, Lie]>(
    firstOf<[string, Lie]>(3, [
      ['silence', () => []],
      ['garbage', () => times(10, (index) => random(20 + 50 * index))],
      ['packets with wrong tags', (one) => [one.initial(pingFrame).fill(7, 40)]],
      ['a list of versions with the one that was asked for', (one) => [one.versions([1, quicV2.number])]],
      ['a list of versions with other connection ids', (one) => [one.versions([0xff00_001d], random(8))]],
      ['a Retry with a wrong tag', (one) => [invalidRetry(one)]],
      ['what it was sent', (_, datagram) => [datagram]],
      ['packets for other connection ids', (one) => [one.initial(pingFrame).fill(7, 6, 14)]],
    ]),
  )('%s', async (_, lie) => {
    const answer = await askLiar(lie);
    expect(answer).toMatchObject({ h3: null, reason: 'silent', version: null, certificates: null, retry: false });
    expect(answer.heard.length).toBeLessThanOrEqual(MOST_FOR_SILENCE);
  });
});

describe.concurrent('a server that does not keep to the protocol, or to any measure', () => {
  const endlessCertificate: Lie = once((one) => {
    const hello = one.serverHello(x25519);
    const start = join(uint(messageTypes.certificate, 1), uint(390_000, 3));
    return [
      ...inPieces((frame) => one.initial(frame), hello),
      ...inPieces((frame) => one.handshake(frame), join(start, new Uint8Array(99_900))),
      ...inPieces((frame) => one.handshake(frame), new Uint8Array(50_000), 99_904),
    ];
  });
  /** A busy machine loses some of so many datagrams, so the time may be over before the limit is reached. */
  const tooMuch = expect.stringMatching(/^(too-large|incomplete)$/);
  test.each<[string, Lie, Partial<Http3Answer>]>(
    firstOf<[string, Lie, Partial<Http3Answer>]>(3, [
      ['endless Initial packets', (one) => times(60, () => one.initial(pingFrame)), { h3: null, reason: tooMuch }],
      ['huge offsets', (one) => [one.initial(cryptoFrame(2 ** 29, pingFrame))], { h3: null, reason: 'too-large' }],
      ['an endless certificate', endlessCertificate, { h3: null, reason: tooMuch, certificates: null }],
      [
        'the same packet again and again',
        once((one) => {
          const packet = one.initial(pingFrame);
          return times(20, () => packet);
        }),
        { h3: null, reason: 'incomplete' },
      ],
      ['no valid frame', (one) => [one.initial(Uint8Array.of(0x1f))], { h3: null, reason: 'invalid' }],
      [
        'no valid message',
        (one) => [one.initial(cryptoFrame(0, message(99, pingFrame)))],
        { h3: null, reason: 'invalid' },
      ],
      [
        'a request for a share that it has',
        (one) => [one.initial(cryptoFrame(0, retryRequest(x25519)))],
        { h3: null, reason: 'invalid' },
      ],
      [
        'a second HelloRetryRequest',
        (one) => {
          const request = retryRequest(secp256r1);
          return [one.initial(cryptoFrame(0, request), cryptoFrame(request.length, request))];
        },
        { h3: null, reason: 'invalid' },
      ],
      [
        'an endless message',
        (one) => [one.initial(cryptoFrame(0, join(uint(2, 1), vector(3, random(500)).fill(0xff, 0, 3))))],
        { h3: null, reason: 'too-large' },
      ],
      [
        'parameters of another connection',
        handshakeWith(x25519, { originalDestination: random(8) }),
        { h3: null, reason: 'invalid', isProven: false },
      ],
    ]),
  )('%s', async (_, lie, expected) => {
    expect(await askLiar(lie)).toMatchObject(expected);
  });
});

describe.concurrent('a server that refuses', () => {
  test.each<[string, Lie, Partial<Http3Answer>]>(
    firstOf<[string, Lie, Partial<Http3Answer>]>(3, [
      [
        'no_application_protocol',
        (one) => [one.initial(closeFrame(0x178))],
        { h3: false, reason: 'no-application-protocol' },
      ],
      [
        'unrecognized_name',
        (one) => [one.initial(closeFrame(0x170))],
        { h3: false, reason: 'refused', detail: 'unrecognized_name' },
      ],
      ['CONNECTION_REFUSED', (one) => [one.initial(closeFrame(2))], { h3: false, reason: 'refused' }],
      [
        'an alert that tells of a fault',
        (one) => [one.initial(closeFrame(0x150))],
        { h3: null, reason: 'incomplete', detail: 'internal_error' },
      ],
      [
        'INTERNAL_ERROR',
        (one) => [one.initial(closeFrame(1))],
        { h3: null, reason: 'incomplete', detail: 'INTERNAL_ERROR' },
      ],
      [
        'every version',
        (one) => [one.versions([0xff00_001d, 0x0a0a_0a0a])],
        { h3: false, reason: 'no-known-version', versions: ['ff00001d', '0a0a0a0a'] },
      ],
      [
        'h3 and selects something else',
        handshakeWith(x25519, { alpn: 'hq-interop' }),
        { h3: false, reason: 'other-protocol', detail: 'hq-interop', alpn: 'hq-interop' },
      ],
    ]),
  )('%s', async (_, lie, expected) => {
    const answer = await askLiar(lie);
    expect(answer).toMatchObject(expected);
    expect(answer.heard.length).toBeLessThanOrEqual(MOST_FOR_SILENCE);
  });
});

describe.concurrent('a handshake', () => {
  test('with a post-quantum share takes two datagrams', async () => {
    const answer = await askLiar(handshakeWith(x25519mlkem768));
    expect(answer).toMatchObject({ h3: true, group: x25519mlkem768, isProven: false, needsShortHello: false });
  });

  test('without a signature by the key of the certificate is not proven', async () => {
    const answer = await askLiar(handshakeWith(x25519));
    expect(answer).toMatchObject({ h3: true, reason: 'handshake', isProven: false, alpn: 'h3', retry: false });
  });

  test('in pieces that arrive in reverse order, each twice, is the same', async () => {
    const answer = await askLiar(
      once((one) => {
        const hello = [...inPieces((frame) => one.initial(frame), one.serverHello(x25519))];
        const rest = [...inPieces((frame) => one.handshake(frame), one.flight({ certificate: random(2500) }))];
        return [...hello, ...rest].toReversed().flatMap((datagram) => [datagram, datagram]);
      }),
    );
    expect(answer).toMatchObject({ h3: true, reason: 'handshake' });
    expect(answer.certificates?.[0]).toHaveLength(2500);
  });

  test('is tried again with version 2 of a server that has no other', async () => {
    const second = handshakeWith(x25519);
    const answer = await askLiar(
      (one, datagram) => (one.version === quicV2 ? second(one, datagram) : [one.versions([quicV2.number])]),
      (version) => (version === quicV2.number ? quicV2 : { ...quicV2, number: version }),
    );
    expect(answer).toMatchObject({ h3: true, version: '6b3343cf', versions: ['6b3343cf'] });
  });

  test('of one datagram is tried with a server that drops longer ones', async () => {
    const isShort = (one: Conversation) => one.datagrams === 1 && one.hello !== null;
    const answer = await askLiar((one, datagram) => (isShort(one) ? handshakeWith(x25519)(one, datagram) : []));
    expect(answer).toMatchObject({ h3: true, needsShortHello: true, group: x25519 });
  });

  test('that loses its first datagrams is repeated', async () => {
    let dropped = 0;
    const whole = handshakeWith(x25519);
    const answer = await askLiar((one, datagram) => {
      dropped += 1;
      return dropped > 2 ? whole(one, datagram) : [];
    });
    expect(answer).toMatchObject({ h3: true, needsShortHello: false });
  });

  test('is given up when the lookup is', async () => {
    const liar = await startQuicLiar(() => []);
    liars.push(liar);
    const controller = new AbortController();
    const target = { host: 'liar.test', address, port: liar.port, service: 'tls' } as const;
    const asking = askHttp3(net, target, controller.signal);
    controller.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
  });
});
