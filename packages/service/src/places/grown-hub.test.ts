import { eventually } from '@sonde/service/testing/eventually';
import { expect, it, onTestFinished } from 'vitest';
import { createAgentSession } from './agent.ts';
import { createAgentPace } from './agent-pace.ts';
import { createHub } from './hub.ts';
import { createIdentity } from './identity.ts';
import type { LinkListener } from './link.ts';

const HUB = 'a'.repeat(64);
const now = () => 0;
const never = () => Promise.reject(new Error('Nothing is looked up here.'));

it('agents are told again within which time to come back when their hub has far more places than before', async () => {
  let among = 0;
  const hub = createHub({
    ...{ hub: HUB, tools: [], log: () => {}, now },
    find: async (agent) => ({ id: agent.slice(0, 8), name: 'A place', publicKey: keys.get(agent) ?? '', among }),
  });
  onTestFinished(() => hub.close());
  const keys = new Map<string, string>();
  /** Connects the next agent; the times that it is told. */
  async function connect(places: number): Promise<number[]> {
    among = places;
    const identity = createIdentity();
    keys.set(identity.agent, identity.publicKey);
    const told: number[] = [];
    const sides: { agent?: LinkListener; hub?: LinkListener | null } = {};
    const link = (to: 'agent' | 'hub') => ({
      unsentBytes: 0,
      send: (text: string) => queueMicrotask(() => sides[to]?.received(text)),
      ping: () => {},
      close: () => queueMicrotask(() => sides[to]?.closed()),
    });
    sides.agent = createAgentSession(link('hub'), {
      service: { tools: [], check: never as never, plan: never, answer: never },
      ...{ identity, hub: HUB, families: [], now, pace: createAgentPace({ jobs: 1, perMinute: 1 }, now) },
      onWelcome: ({ comeBackMs }) => told.push(comeBackMs),
      onComeBack: (comeBackMs) => told.push(comeBackMs),
    });
    sides.hub = hub.accept(link('agent'));
    onTestFinished(() => sides.agent?.closed());
    await eventually(() => expect(told).toHaveLength(1));
    return told;
  }
  const first = await connect(1);
  const second = await connect(100);
  expect([first, second]).toEqual([[1_000, 4_000], [4_000]]);
  // Not again for a few more.
  const third = await connect(110);
  expect([first, second, third]).toEqual([[1_000, 4_000], [4_000], [4_400]]);
  await connect(1_000);
  await eventually(() => expect([first.at(-1), second.at(-1), third.at(-1)]).toEqual([40_000, 40_000, 40_000]));
});
