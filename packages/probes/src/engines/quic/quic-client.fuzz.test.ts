import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cryptoFrame } from '../../protocols/quic/frames.ts';
import { quicV1 } from '../../protocols/quic/versions.ts';
import { x25519 } from '../../protocols/tls-records/registries/groups.ts';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { QuicClient } from './quic-client.ts';
import { Conversation, inPieces } from './testing/quic-liar.ts';

/** Set SONDE_FUZZ_SEED to reproduce a failure. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Key agreement, certificate and signature are part of it. */
const MAX_MS = 1000;
let inputs = 0;

process.stdout.write(`quic client fuzz: SONDE_FUZZ_SEED=${seed}\n`);

afterAll(() => {
  process.stdout.write(`quic client fuzz: ${inputs} inputs\n`);
  expect(inputs).toBeGreaterThanOrEqual(fuzzRuns(3000));
});

type Change = readonly [place: number, value: number];
const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 });

function changed(bytes: Uint8Array, list: readonly Change[]): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const [place, value] of list) copy[place % copy.length] = value;
  return copy;
}

/** A client whose hello the server has heard. */
function meet(): { client: QuicClient; server: Conversation } {
  const client = new QuicClient({ serverName: 'fuzz.test', alpn: ['h3'], isShort: true });
  const [datagram] = client.start();
  if (datagram === undefined) throw new Error('no hello');
  const idAt = 6;
  const first = datagram.subarray(idAt, idAt + 8);
  const server = new Conversation(first, datagram.subarray(idAt + 9, idAt + 17), quicV1);
  server.hear(datagram);
  return { client, server };
}

/** Takes datagrams, answers as a client does, and stays within bounds. */
function take(client: QuicClient, datagrams: Iterable<Uint8Array>): void {
  inputs += 1;
  const start = cpuMs();
  for (const datagram of datagrams) {
    client.receive(datagram);
    for (const sent of client.reply()) expect(sent.length).toBeLessThanOrEqual(1200);
  }
  for (const sent of [...client.repeat(), client.close()]) expect(sent?.length ?? 0).toBeLessThanOrEqual(1200);
  expect(cpuMs() - start).toBeLessThan(MAX_MS);
  if (client.end?.kind === 'finished') expect(client.server.isFinished).toBe(true);
}

test('authentic packets with changed frames and messages', { timeout: 600_000 }, () => {
  void fc.assert(
    fc.property(changes, changes, fc.boolean(), (inHello, inFlight, isFirst) => {
      const { client, server } = meet();
      const hello = server.serverHello(x25519);
      const frame = cryptoFrame(0, changed(hello, isFirst ? inHello : []));
      take(client, [
        server.initial(changed(frame, isFirst ? [] : inHello)),
        ...inPieces((piece) => server.handshake(piece), changed(server.flight(), inFlight)),
      ]);
    }),
    { seed, numRuns: fuzzRuns(2000) },
  );
});

test('authentic packets that are changed, reordered and repeated on the way', { timeout: 600_000 }, () => {
  void fc.assert(
    fc.property(changes, fc.array(fc.nat({ max: 3 }), { maxLength: 12 }), (list, order) => {
      const { client, server } = meet();
      const hello = server.initial(cryptoFrame(0, server.serverHello(x25519)));
      const flight = [...inPieces((piece) => server.handshake(piece), server.flight())];
      const all = [hello, ...flight, changed(hello, list), ...flight.map((one) => changed(one, list))];
      take(
        client,
        order.map((index) => all[index % all.length] ?? hello),
      );
      if (client.end !== null) expect(client.end).toEqual({ kind: 'finished' });
    }),
    { seed, numRuns: fuzzRuns(1000) },
  );
});
