import { expect, test } from 'vitest';
import type { Flow, ProbeResponse } from './flows/flow.ts';
import { explorePaths, type FlowStep } from './multipath.ts';

const answerOf = (address: number): ProbeResponse => ({
  kind: 'exceeded',
  from: Uint8Array.of(192, 0, 2, address),
  timeMs: 1,
  labels: [],
  meaning: null,
  mtu: null,
});

interface Path {
  /** The last octet of the hop's address for the flow with this number; null for a probe that is lost. */
  readonly hop: (ttl: number, flow: number, sending: number) => number | null;
  readonly distance?: number;
}

/** Explores a path on which every packet leaves at once; counts the packets of each hop. */
async function explore({ hop, distance = 2 }: Path) {
  const sent = new Map<number, number>();
  let opened = 0;
  const openFlow = (): Flow => {
    const flow = opened++;
    const sendings = new Map<number, number>();
    return {
      probe(ttl, onResponse) {
        const sending = (sendings.get(ttl) ?? 0) + 1;
        sendings.set(ttl, sending);
        const address = hop(ttl, flow, sending);
        if (address !== null) queueMicrotask(() => onResponse(answerOf(address)));
        return () => {};
      },
      readsLabels: false,
      unmatched: 0,
      poll: () => {},
      close: () => {},
    };
  };
  const queue = (send: () => void) => {
    queueMicrotask(send);
    return () => {};
  };
  const onSent = (ttl: number) => sent.set(ttl, (sent.get(ttl) ?? 0) + 1);
  const { steps, isComplete } = await explorePaths(
    { openFlow, queue, distance, slowestMs: 1, onSent },
    new AbortController().signal,
  );
  return { steps, isComplete, sent: [...sent.values()] };
}

const addressesAfter = (steps: readonly FlowStep[], ttl: number) =>
  new Set(steps.flatMap((step) => (step.ttl === ttl && step.to !== null ? step.to : [])));

/** The stopping points published for 99 %: 8 flows rule out a second address, 15 a third, 21 a fourth. */
test.each([
  [1, 8],
  [2, 15],
  [3, 21],
  [4, 28],
])('%i addresses of a hop are asked by %i flows, as are its neighbours', async (addresses, flows) => {
  const { steps, sent } = await explore({ hop: (ttl, flow) => (ttl === 2 ? flow % addresses : 9), distance: 3 });
  expect(addressesAfter(steps, 1).size).toBe(addresses);
  expect(sent).toEqual([flows, flows, flows]);
});

test.each([
  ['one path', { hop: () => 9 }, true],
  ['nine addresses of a hop', { hop: (ttl: number, flow: number) => (ttl === 2 ? flow % 9 : 9) }, true],
  [
    'ten, for which no stopping point is known',
    { hop: (ttl: number, flow: number) => (ttl === 2 ? flow % 10 : 9) },
    false,
  ],
  ['more hops with parallel paths than packets', { hop: (_: number, flow: number) => flow % 9, distance: 60 }, false],
])('whether further paths are improbable is told: %s', async (_, path, isComplete) => {
  expect(await explore(path)).toMatchObject({ isComplete });
});

test('a third path is found by the last of fifteen flows, and a fourth is then looked for', async () => {
  const { steps, sent } = await explore({ hop: (ttl, flow) => (ttl === 2 ? (flow < 14 ? flow % 2 : 2) : 9) });
  expect(addressesAfter(steps, 1).size).toBe(3);
  expect(sent).toEqual([21, 21]);
});

test('a lost probe does not count among those that rule out a further path', async () => {
  // All flows after the eighth are lost at first, among them those of the third path.
  const third = (flow: number) => (flow < 8 ? flow % 2 : 2);
  const hop = (ttl: number, flow: number, sending: number) =>
    ttl === 1 ? 9 : flow < 8 || sending > 1 ? third(flow) : null;
  const { steps } = await explore({ hop });
  expect(addressesAfter(steps, 1).size).toBe(3);
});

test('a hop of which nothing is heard is not asked a second time, and one that answers some is asked three times', async () => {
  const silent = await explore({ hop: (ttl) => (ttl === 1 ? 9 : null) });
  expect(silent.sent).toEqual([8, 8]);
  const limited = await explore({ hop: (ttl, flow) => (ttl === 1 || flow === 0 ? 9 : null) });
  expect(limited.sent).toEqual([8, 1 + 3 * 7]);
  expect(limited.steps).toEqual([
    { ttl: 1, from: 'c0000209', to: 'c0000209', flows: 1 },
    { ttl: 1, from: 'c0000209', to: null, flows: 7 },
  ]);
});
