import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { NetFailure } from '../net.ts';
import { createRecorder } from './recorder.ts';
import { recordingLimits } from './recording-limits.ts';
import type { ExchangeStart } from './wire-tap.ts';

const start: ExchangeStart = {
  ...{ service: 'whois', transport: 'tcp', isOperators: false },
  peer: { address: '192.0.2.43', port: 43 },
};
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const octetsOf = (text: string) => Buffer.from(text, 'base64').toString();

it('keeps the octets as sent even if the sender reuses the buffer', () => {
  const recorder = createRecorder();
  const one = recorder.begin(start);
  const buffer = Buffer.from('question');
  one.sent(buffer);
  buffer.fill('x');
  const [exchange] = recorder.finish().exchanges;
  expect(octetsOf(exchange?.pieces[0]?.octets ?? '')).toBe('question');
});

it('uses memory only for what it keeps, however large the buffers of the reads were', async () => {
  const recorder = createRecorder();
  const one = recorder.begin(start);
  const before = process.memoryUsage().arrayBuffers;
  for (let read = 0; read < 2000; read += 1) one.received(Buffer.alloc(64 * 1024).subarray(0, 4));
  // The buffers of all reads have 128 MB, which are freed shortly after a garbage collection.
  await vi.waitFor(
    () => {
      collectGarbage();
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16_000_000);
    },
    { timeout: 10_000 },
  );
  expect(recorder.finish().bytesKept).toBe(8000);
});

it('limits the number of pieces, for peers that send single octets', () => {
  const recorder = createRecorder({ ...recordingLimits, pieces: 3 });
  const one = recorder.begin(start);
  for (let read = 0; read < 5; read += 1) one.received(Buffer.from('a'));
  const [exchange] = recorder.finish().exchanges;
  expect(exchange).toMatchObject({ bytesIn: 5, isCut: true });
  expect(exchange?.pieces).toHaveLength(3);
});

it('only the first end of an exchange counts, and nothing is recorded after it', () => {
  const recorder = createRecorder();
  const [refused, silent, answered, open] = [start, start, start, start].map((one) => recorder.begin(one));
  refused?.end(new NetFailure('connection-refused', 'closed'));
  refused?.received(Buffer.from('late'));
  refused?.end();
  silent?.sent(Buffer.from('question'));
  silent?.end(new NetFailure('timeout', 'no answer'));
  answered?.received(Buffer.from('answer'));
  answered?.end(new NetFailure('timeout', 'it never stopped'));
  const { exchanges } = recorder.finish();
  open?.sent(Buffer.from('after the recording'));
  expect(exchanges.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['failed', 'connection-refused'],
    ['silent', null],
    ['answered', null],
    ['silent', null],
  ]);
  expect(exchanges.map(({ bytesIn }) => bytesIn)).toEqual([0, 0, 6, 0]);
  expect(exchanges[3]).toMatchObject({ endUs: null, pieces: [] });
});
