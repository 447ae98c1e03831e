import { type AnyTool, tools } from '@sonde/contract';
import { expect, it, vi } from 'vitest';
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
