import { expect, test } from 'vitest';
import type { Flow } from './flows/flow.ts';
import { measurePathMtu } from './path-mtu.ts';

const ROUTER = Uint8Array.of(192, 0, 2, 1);

/**
 * A path of which only this is known: whether the target answers a packet, by its size and how often it was sent, or
 * which MTU a router reports.
 */
function pathThatAnswers(answer: (bytes: number, time: number) => boolean | number) {
  const sent = new Map<number, number>();
  const flow: Flow = {
    probe: (_ttl, onResponse, { packetBytes = 0 } = {}) => {
      const time = (sent.get(packetBytes) ?? 0) + 1;
      sent.set(packetBytes, time);
      const answered = answer(packetBytes, time);
      const common = { timeMs: 1, labels: [], meaning: null };
      const tooBig = (mtu: number) => onResponse({ ...common, kind: 'too-big', from: ROUTER, mtu });
      if (typeof answered === 'number') setImmediate(() => tooBig(answered));
      else if (answered) setImmediate(() => onResponse({ ...common, kind: 'target', from: null, mtu: null }));
      return () => {};
    },
    readsLabels: false,
    unmatched: 0,
    poll: () => {},
    close: () => {},
  };
  const queue = (send: () => void) => {
    send();
    return () => {};
  };
  const input = { flow, queue, targetMs: Promise.resolve(1), isFrugal: false };
  return measurePathMtu(input, new AbortController().signal);
}

test.each([
  {
    vanished: 'the packet of 1500 bytes, twice',
    isAnswered: (bytes: number, time: number) => bytes < 1500 || time > 2,
  },
  {
    vanished: 'packets of the three largest sizes, up to three times',
    isAnswered: (bytes: number, time: number) => bytes < 1480 || time > 3,
  },
])('loss is not taken for a black hole: $vanished', async ({ isAnswered }) => {
  expect(await pathThatAnswers(isAnswered)).toEqual({ bytes: 1500, found: 'whole', from: null });
});

test('a link that silently drops what is larger is a black hole, also if a packet that fits is lost once', async () => {
  const answers = (bytes: number, time: number) => bytes <= 1412 && (bytes !== 1412 || time > 1);
  expect(await pathThatAnswers(answers)).toEqual({ bytes: 1412, found: 'black-hole', from: null });
});

test('a router whose first two reports are lost is still believed', async () => {
  const answers = (bytes: number, time: number) => bytes <= 1280 || (time > 2 && 1280);
  expect(await pathThatAnswers(answers)).toEqual({ bytes: 1280, found: 'told', from: ROUTER });
});

test('where packets of all sizes are lost, a silent size is no black hole', async () => {
  // None of 1500 bytes comes back, and of the others every second one.
  const answers = (bytes: number, time: number) => bytes <= 1492 && time % 2 === 1;
  expect(await pathThatAnswers(answers)).toBeNull();
});
