import { type LabProcess, networkTargets } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentsLab, openAgentsLab } from '../testing/agents-lab.ts';

// Agents in networks of their own: `client` and `far` use the resolver of the lab, `near` one that knows another address and no IPv6.
const { fast, silent } = networkTargets;
const OTHER = '45.90.11.2';
/** A clock that is a year ahead. */
const YEAR_AHEAD = 'data:text/javascript,const now=Date.now;Date.now=()=>now()+31536000000';

let lab: AgentsLab;
let hub: LabProcess;
let client: Awaited<ReturnType<AgentsLab['startAgent']>>;

beforeAll(async () => {
  lab = await openAgentsLab();
  hub = await lab.startHub();
  const setting = 'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6';
  expect(await lab.network.run('sh', ['-c', setting], { on: 'near' })).toMatchObject({ code: 0 });
  await lab.startOwnResolver('near', OTHER);
  client = await lab.startAgent('client');
  await lab.startAgent('near', { SONDE_RESOLVERS: '127.0.0.1:53' });
  await lab.startAgent('far', {}, ['--import', YEAR_AHEAD]);
}, 240_000);
afterAll(() => lab?.stop());

interface Answers {
  readonly places: readonly {
    place: string;
    state: string;
    data: Record<string, unknown> | null;
    code: string | null;
  }[];
  readonly groups: readonly { places: string[]; facts: Record<string, unknown> }[];
  readonly findings: readonly { code: string; evidence: string }[];
}
const ask = async (tool: string, query: string, from: string) =>
  (await lab.read(`/api/v2/places/${tool}?${query}&from=${from}`)) as unknown as Answers;

describe('agents in networks of their own', () => {
  it('see what their resolvers know, and are grouped by it, whatever their clocks say', async () => {
    const { places, groups, findings } = await ask('dns', `domain=${fast.name}&type=A`, 'client,near,far');
    expect(places.map(({ place, state }) => `${place} ${state}`)).toEqual([
      'client answer',
      'near answer',
      'far answer',
    ]);
    expect(groups.map((group) => group.places)).toEqual([['client', 'far'], ['near']]);
    expect(JSON.stringify(groups[0]?.facts)).toContain(String(fast.ipv4));
    expect(JSON.stringify(groups[1]?.facts)).toContain(OTHER);
    expect(findings).toMatchObject([{ code: 'places-differ', evidence: expect.stringContaining('near') }]);
  });

  it('without IPv6 say so, and are not asked for what only IPv6 reaches', async () => {
    const { places: all } = (await lab.read('/api/v2/places')) as unknown as { places: Record<string, unknown>[] };
    expect(all).toMatchObject([
      { id: 'client', families: ['ipv4', 'ipv6'] },
      { id: 'far', families: ['ipv4', 'ipv6'] },
      { id: 'near', families: ['ipv4'] },
    ]);
    const { places } = await ask('ssl', `domain=${fast.ipv6}`, 'near,client');
    expect(places[0]).toMatchObject({ place: 'near', state: 'not-from-here', data: null, code: null });
    expect(places[1]?.state).not.toBe('not-from-here');
    expect((await ask('ssl', `domain=${fast.ipv4}`, 'near')).places[0]?.state).not.toBe('not-from-here');
  });

  it('come back to a hub that was killed, and answer again', async () => {
    await hub.stop('SIGKILL');
    hub = await lab.startHub();
    for (const place of ['client', 'near', 'far']) await lab.untilState(place, 'online');
    const { places } = await ask('dns', `domain=${fast.name}&type=A`, 'client,near,far');
    expect(places.map(({ state }) => state)).toEqual(['answer', 'answer', 'answer']);
  });

  it('that are killed in the middle of a job are offline at once, and the others answer', async () => {
    const before = await lab.network.sentQueries();
    const asking = ask('ssl', `domain=${silent.name}`, 'client,far');
    await expect.poll(() => lab.network.sentQueries()).toBeGreaterThan(before);
    await client.stop('SIGKILL');
    const { places } = await asking;
    expect(places[0]).toMatchObject({ place: 'client', state: 'offline' });
    expect(places[1]).toMatchObject({ place: 'far', state: 'failure' });
    await lab.untilState('client', 'offline');
    await lab.untilState('far', 'online');
  });
});
