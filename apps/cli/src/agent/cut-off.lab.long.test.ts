import { type LabProcess, networkTargets } from '@sonde/lab';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type AgentsLab, openAgentsLab } from '../testing/agents-lab.ts';

// With the times of the protocol: a connection on which nothing was heard is given up after 45 seconds.
const { fast, near } = networkTargets;
const LONGEST_MS = 150_000;

let lab: AgentsLab;
const agents = new Map<string, LabProcess>();

beforeAll(async () => {
  lab = await openAgentsLab();
  await lab.startHub();
  for (const on of ['client', 'near', 'far'] as const) agents.set(on, await lab.startAgent(on));
}, 240_000);
afterAll(() => lab?.stop());

interface Answers {
  readonly places: readonly { readonly place: string; readonly state: string }[];
}

const statesOf = async (from: string) => {
  const { places } = (await lab.read(
    `/api/v2/places/dns?domain=${fast.name}&type=A&from=${from}`,
  )) as unknown as Answers;
  return places.map(({ place, state }) => `${place} ${state}`);
};

const listed = (place: string, state: string) =>
  vi.waitFor(
    async () => {
      const { places } = (await lab.read('/api/v2/places')) as unknown as { places: { id: string; state: string }[] };
      expect(places.find(({ id }) => id === place)?.state).toBe(state);
    },
    { timeout: LONGEST_MS, interval: 500 },
  );

async function succeed(on: 'gateway' | 'core', ...[command, ...args]: [string, ...string[]]): Promise<void> {
  expect(await lab.network.run(command, args, { on })).toMatchObject({ code: 0, stderr: '' });
}

it('agents whose cable is pulled, or whose packets are lost in one direction, are late, then offline, and come back', async () => {
  await succeed('gateway', 'ip', 'link', 'set', 'lan', 'down');
  const rules = `table inet cut { chain passing { type filter hook forward priority -1; ip saddr ${near.ipv4} drop; }; }`;
  await succeed('core', 'nft', rules);
  // Nobody has said goodbye: the hub asks, and names those that are missing at the end of the time.
  expect(await statesOf('client,near,far')).toEqual(['client late', 'near late', 'far answer']);
  await Promise.all([listed('client', 'offline'), listed('near', 'offline')]);
  expect(await statesOf('client,near,far')).toEqual(['client offline', 'near offline', 'far answer']);
  for (const place of ['client', 'near']) expect(agents.get(place)?.output).toContain('could not be heard any more');
  await succeed('gateway', 'ip', 'link', 'set', 'lan', 'up');
  await succeed('core', 'nft', 'delete', 'table', 'inet', 'cut');
  await Promise.all([listed('client', 'online'), listed('near', 'online')]);
  expect(await statesOf('client,near,far')).toEqual(['client answer', 'near answer', 'far answer']);
}, 400_000);
