import { type AnyTool, tools } from '@sonde/contract';
import { describe, expect, it, vi } from 'vitest';
import { configuredClient, tokenClient } from './clients/token-client.ts';
import { createService, type ServiceOptions } from './service.ts';

const dns = tools.dns as AnyTool;
const caller = (client = '192.0.2.1') => ({ client, signal: new AbortController().signal });

/** A service for one tool whose measurements end on demand of the test. */
function setUp(options: Partial<ServiceOptions> = {}) {
  const ends: ((data: object) => void)[] = [];
  const service = createService({
    toolbox: {
      tools: { dns: { ...dns, freshMs: () => 60_000 } },
      check: (id, query) => ({ id, query, key: JSON.stringify(query) }),
      measure: () => new Promise<object>((resolve) => ends.push(resolve)),
    },
    now: () => 0,
    rateLimit: { units: 10, windowMs: 60_000 },
    denyTargets: ['denied.example'],
    shared: null,
    onFailure: () => {},
    onMeasured: () => {},
    onMalformed: () => {},
    ...options,
  });
  const end = async (index = 0) => {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(index));
    ends[index]?.({ records: [] });
  };
  return { service, end, ends };
}

it('measures once, and charges the full cost for that and a quarter for joined and cached answers', async () => {
  const { service, end, ends } = setUp();
  const request = service.check(dns, { domain: 'example.com' });
  const sources: string[] = [];
  const answer = async (client: string) => {
    const plan = await service.plan(dns, request);
    const onSource = (source: string) => sources.push(source);
    return { cost: plan.cost, result: service.answer(dns, request, plan, { ...caller(client), onSource }) };
  };
  const first = await answer('192.0.2.1');
  const second = await answer('192.0.2.2');
  await end();
  expect((await first.result).body).toBe((await second.result).body);
  const third = await answer('192.0.2.3');
  expect(await third.result).toBe(await first.result);
  expect([first, second, third].map(({ cost }) => cost / dns.cost)).toEqual([1, 1 / 4, 1 / 4]);
  expect(sources).toEqual(['measured', 'joined', 'fresh']);
  expect(ends).toHaveLength(1);
});

it('measures again for fresh=true at full cost, no more often than permitted', async () => {
  const { service, end, ends } = setUp();
  const ask = async (raw: Record<string, string>) => {
    const request = service.check(dns, raw);
    const plan = await service.plan(dns, request);
    return { plan, result: service.answer(dns, request, plan, caller()) };
  };
  const first = await ask({ domain: 'example.com' });
  await end();
  await first.result;
  const again = await ask({ domain: 'example.com', fresh: 'true' });
  expect(again.plan).toMatchObject({ isRecheck: true, cost: dns.cost });
  await end(1);
  await again.result;
  const tooSoon = await ask({ domain: 'example.com', fresh: 'true' });
  await expect(tooSoon.result).rejects.toMatchObject({ code: 'rate-limited' });
  expect(ends).toHaveLength(2);
});

it('refuses unknown parameters and denied names', () => {
  const { service } = setUp();
  expect(() => service.check(dns, { domain: 'example.com', other: '1' })).toThrow(
    expect.objectContaining({ code: 'invalid-input' }),
  );
  expect(() => service.check(dns, { domain: 'www.denied.example' })).toThrow(
    expect.objectContaining({ code: 'refused-target', reason: 'denied' }),
  );
});

it('limits the concurrent lookups of a client, unless clients are not limited', async () => {
  const look = async (service: ReturnType<typeof setUp>['service'], domain: string) => {
    const request = service.check(dns, { domain });
    return service.answer(dns, request, await service.plan(dns, request), caller());
  };
  const domains = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example'];
  const limited = setUp();
  const running = domains.map((domain) => look(limited.service, domain));
  await expect(running[4]).rejects.toMatchObject({ code: 'rate-limited' });
  const unlimited = setUp({ rateLimit: null });
  expect(unlimited.service.allowances).toBeNull();
  const all = domains.map((domain) => look(unlimited.service, domain));
  for (const index of domains.keys()) await unlimited.end(index);
  expect(await Promise.all(all)).toHaveLength(5);
});

describe('the cost of a lookup', () => {
  const units = 400;
  function counted() {
    const world = setUp({ rateLimit: { units, windowMs: 60_000 } });
    const { service } = world;
    const plan = async (raw: Record<string, string> = { domain: 'example.com' }) => {
      const request = service.check(dns, raw);
      return { request, plan: await service.plan(dns, request) };
    };
    /** Plans, charges and answers, as the apps do. */
    const charge = async (client: string, { plan: { cost } }: Awaited<ReturnType<typeof plan>>) => {
      await service.allowances?.take(client, cost);
    };
    const answer = (client: string, planned: Awaited<ReturnType<typeof plan>>) =>
      service.answer(dns, planned.request, planned.plan, caller(client));
    const used = async (client: string) => units - ((await service.allowances?.take(client, 0))?.remaining ?? 0);
    return { ...world, plan, charge, answer, used };
  }

  it('is that of a joined one if another client has begun it meanwhile', async () => {
    const { plan, charge, answer, used, end, ends } = counted();
    const [a, b] = [await plan(), await plan()];
    expect([a.plan.cost, b.plan.cost]).toEqual([dns.cost, dns.cost]);
    await charge('192.0.2.1', a);
    await charge('192.0.2.2', b);
    const answers = [answer('192.0.2.1', a), answer('192.0.2.2', b)];
    await end();
    await Promise.all(answers);
    expect(ends).toHaveLength(1);
    await vi.waitFor(async () => expect(await used('192.0.2.2')).toBe(Math.ceil(dns.cost / 4)));
    expect(await used('192.0.2.1')).toBe(dns.cost);
  });

  it('is that of a measurement if what should be joined has ended meanwhile', async () => {
    const { plan, charge, answer, used, end } = counted();
    const first = await plan();
    const recorded = { domain: 'example.com', timing: 'true' };
    const running = answer('192.0.2.1', first);
    await vi.waitFor(async () => expect((await plan()).plan.cost).toBe(dns.cost / 4));
    const joining = await plan();
    await end();
    await running;
    // A call that may not use the cached answer measures.
    await charge('192.0.2.2', joining);
    const late = { request: (await plan(recorded)).request, plan: joining.plan };
    const measured = answer('192.0.2.2', late);
    await end(1);
    await measured;
    await vi.waitFor(async () => expect(await used('192.0.2.2')).toBe(dns.cost));
  });

  it('is that of a cached answer if the target was measured too recently', async () => {
    const { plan, charge, answer, used, end } = counted();
    const first = answer('192.0.2.1', await plan());
    await end();
    await first;
    const again = answer('192.0.2.1', await plan({ domain: 'example.com', fresh: 'true' }));
    await end(1);
    await again;
    const refused = await plan({ domain: 'example.com', fresh: 'true' });
    await charge('192.0.2.2', refused);
    await expect(answer('192.0.2.2', refused)).rejects.toMatchObject({ code: 'rate-limited' });
    await vi.waitFor(async () => expect(await used('192.0.2.2')).toBe(Math.ceil(dns.cost / 4)));
  });
});

it('a plain call joins a recorded lookup, and gets no recording; one that wants less gets that', async () => {
  const { service, end, ends } = setUp();
  const ask = async (client: string, raw: Record<string, string>) => {
    const request = service.check(dns, { domain: 'example.com', ...raw });
    return service.answer(dns, request, await service.plan(dns, request), caller(client));
  };
  const recorded = ask('192.0.2.1', { timing: 'true' });
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  const plain = ask('192.0.2.2', {});
  await end();
  expect((await recorded).timing).toBeDefined();
  expect((await plain).timing).toBeUndefined();
  expect((await plain).body).toBe((await recorded).body);
  expect(ends).toHaveLength(1);
});

it('accounts that are used from one network have one share of the slots', async () => {
  const owners: (readonly string[])[] = [];
  const { service } = setUp({
    toolbox: {
      tools: { dns },
      check: (id, query) => ({ id, query, key: JSON.stringify(query) }),
      measure: async (_, { owner }) => {
        owners.push(owner.clients());
        return { records: [] };
      },
    },
  });
  const clients = [tokenClient('member:1'), tokenClient('member:2'), configuredClient('ci'), '192.0.2.1'];
  for (const [index, client] of clients.entries()) {
    const request = service.check(dns, { domain: `${index}.example` });
    const plan = await service.plan(dns, request);
    await service.answer(dns, request, plan, { ...caller(client), network: '192.0.2.1' });
  }
  expect(owners).toEqual([['192.0.2.1'], ['192.0.2.1'], [configuredClient('ci')], ['192.0.2.1']]);
});
