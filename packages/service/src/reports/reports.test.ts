import { type AnyTool, type ReportData, reportPartsOf, ToolError, tools } from '@sonde/contract';
import { expect, it, vi } from 'vitest';
import { createService, type ServiceOptions } from '../service.ts';
import type { LookupQuery, Measurement } from '../toolbox.ts';

interface Run {
  readonly question: LookupQuery;
  readonly signal: AbortSignal;
  end(data: object): void;
  fail(error: unknown): void;
}

const all: readonly AnyTool[] = Object.values(tools);
const withRole = all.filter(({ report }) => report !== undefined);
/** Those that take part in the report of a domain, in their order. */
const inOrder = reportPartsOf('example.com').map(({ tool }) => tool.id);

/** A service with the real contracts; each measurement ends on demand of the test. */
function setUp(options: Partial<ServiceOptions> = {}) {
  const runs = new Map<string, Run>();
  const service = createService({
    toolbox: {
      tools: Object.fromEntries(all.map((tool) => [tool.id, { ...tool, freshMs: () => 60_000 }])),
      check(id, raw) {
        const query = (tools as Readonly<Record<string, AnyTool>>)[id]?.query.parse(raw) ?? {};
        return { id, query, key: `${id} ${JSON.stringify(query)}` };
      },
      measure: (question: LookupQuery, { signal }: Measurement) =>
        new Promise<object>((end, fail) => {
          runs.set(question.id, { question, signal, end, fail });
          signal.addEventListener('abort', () => fail(signal.reason), { once: true });
        }),
    },
    now: () => 0,
    rateLimit: { units: 60, windowMs: 60_000 },
    denyTargets: ['denied.example'],
    shared: null,
    onFailure: () => {},
    onMeasured: () => {},
    onMalformed: () => {},
    ...options,
  });
  const run = (id: string) =>
    vi.waitFor(() => {
      const found = runs.get(id);
      if (found === undefined) throw new Error(`${id} does not run yet`);
      return found;
    });
  const ask = async (raw: Record<string, unknown>, client = '192.0.2.1') => {
    const { reports } = service;
    const plan = await reports.plan(reports.check(raw));
    const leaver = new AbortController();
    const ended: string[] = [];
    const onPart = (json: string) => ended.push(json);
    return { plan, ended, leaver, result: reports.answer(plan, { client, signal: leaver.signal, onPart }) };
  };
  const data = async (asked: { result: Promise<{ body: string }> }) =>
    (JSON.parse((await asked.result).body) as { _data: ReportData })._data;
  const endAll = async () => {
    for (const { id } of withRole) (await run(id)).end({ gaps: [], findings: [] });
  };
  return { service, runs, run, ask, data, endAll };
}

const target = 'example.com';

it('runs all parts at once, and reports each when it has ended', async () => {
  const { ask, run, runs, data } = setUp();
  const asked = await ask({ target });
  await run('geo');
  expect([...runs.keys()].sort()).toEqual(withRole.map(({ id }) => id).sort());
  const order = inOrder.toReversed();
  for (const [count, id] of order.entries()) {
    (await run(id)).end({ gaps: [], findings: [], marker: id });
    await vi.waitFor(() => expect(asked.ended).toHaveLength(count + 1));
  }
  expect(asked.ended.map((json) => (JSON.parse(json) as { tool: string }).tool)).toEqual(order);
  const composed = await data(asked);
  expect(composed.parts.map(({ tool }) => tool)).toEqual(inOrder);
  expect(composed.parts.map(({ outcome }) => outcome._data?.['marker'])).toEqual(
    composed.parts.map(({ tool }) => tool),
  );
});

it('costs as much as its parts as separate calls, and a quarter for cached parts', async () => {
  const { ask, run, service, endAll } = setUp();
  const dns = tools.dns as AnyTool;
  const request = service.check(dns, { domain: target });
  const alone = service.answer(dns, request, await service.plan(dns, request), {
    client: '192.0.2.1',
    signal: new AbortController().signal,
  });
  (await run('dns')).end({ gaps: [] });
  await alone;
  const full = withRole.reduce((sum, { cost }) => sum + cost, 0);
  const asked = await ask({ target });
  expect(asked.plan.cost).toBe(full - dns.cost * (3 / 4));
  await endAll();
  await asked.result;
  expect((await ask({ target })).plan.cost).toBe(full / 4);
});

it('has one gap for a tool that fails, and every other part', async () => {
  const { ask, run, data } = setUp();
  const asked = await ask({ target });
  (await run('ssl')).fail(new ToolError('unreachable', 'Port 443 is closed.', { reason: 'connection-refused' }));
  for (const { id } of withRole) if (id !== 'ssl') (await run(id)).end({ gaps: [], findings: [] });
  const { gaps, parts, counts } = await data(asked);
  expect(gaps).toEqual([{ part: 'ssl', code: 'unreachable' }]);
  expect(counts.notMeasured).toBe(1);
  expect(parts.find(({ tool }) => tool === 'ssl')?.outcome).toMatchObject({
    success: false,
    message: 'Port 443 is closed.',
    reason: 'connection-refused',
  });
});

it('is held part by part, including parts that are neither cached nor measured', async () => {
  const { ask, run, data, service } = setUp();
  const asked = await ask({ target });
  (await run('ssl')).fail(new ToolError('busy', 'All slots are taken.', { retryAfterSeconds: 3 }));
  for (const { id } of withRole) if (id !== 'ssl') (await run(id)).end({ gaps: [], findings: [] });
  const { parts } = await data(asked);
  const { parts: requested } = service.reports.check({ target });
  const held = await Promise.all(requested.map(({ request }) => service.held(request)));
  expect(held.map(([result]) => JSON.parse(result?.body ?? 'null'))).toEqual(parts.map(({ outcome }) => outcome));
});

it('waits for no part longer than a separate call would', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { ask, run, data, service } = setUp();
    const asked = await ask({ target });
    for (const { id } of withRole) if (id !== 'mail') (await run(id)).end({ gaps: [], findings: [] });
    const { signal } = await run('mail');
    await vi.advanceTimersByTimeAsync(service.reports.budgetMs(service.reports.check({ target })));
    expect((await data(asked)).gaps).toEqual([{ part: 'mail', code: 'timeout' }]);
    expect(signal.aborted).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it('without any answer ends with the failure of its first part', async () => {
  const { ask, run } = setUp();
  const asked = await ask({ target });
  for (const { id } of withRole) (await run(id)).fail(new ToolError('not-found', `${id} knows nothing.`));
  expect(await asked.result).toMatchObject({ status: 404, code: 'not-found' });
  expect((await asked.result).body).toContain(`${inOrder[0]} knows nothing.`);
  expect(asked.ended).toHaveLength(withRole.length);
});

it('stops every part when its caller leaves, unless others wait for it', async () => {
  const { ask, run } = setUp();
  const leaving = await ask({ target });
  const staying = await ask({ target }, '192.0.2.2');
  await run('geo');
  leaving.leaver.abort(new Error('gone'));
  await expect(leaving.result).rejects.toThrow('gone');
  expect((await run('geo')).signal.aborted).toBe(false);
  staying.leaver.abort(new Error('gone as well'));
  await expect(staying.result).rejects.toThrow('gone as well');
  for (const { id } of withRole) expect([id, (await run(id)).signal.aborted]).toEqual([id, true]);
});

it('counts as one of the lookups that a client may run at once', async () => {
  const { ask } = setUp();
  const names = ['a.example', 'b.example', 'c.example', 'd.example'];
  const running = await Promise.all(names.map((name) => ask({ target: name })));
  const refused = await ask({ target: 'e.example' });
  await expect(refused.result).rejects.toMatchObject({ code: 'rate-limited' });
  for (const { leaver, result } of running) {
    leaver.abort(new Error('gone'));
    await expect(result).rejects.toThrow('gone');
  }
});

it('measures again with fresh=true, except for parts measured a moment ago', async () => {
  const { ask, runs, endAll, data } = setUp();
  const first = await ask({ target });
  await endAll();
  await first.result;
  runs.clear();
  const again = await ask({ target, fresh: 'true' });
  expect(again.plan.cost).toBe(withRole.reduce((sum, { cost }) => sum + cost, 0));
  await endAll();
  await again.result;
  runs.clear();
  const tooSoon = await ask({ target, fresh: 'true' });
  expect((await data(tooSoon)).gaps).toEqual([]);
  expect(runs.size).toBe(0);
});

it.each([
  [{}, 'invalid-input'],
  [{ target: 'no target' }, 'invalid-input'],
  [{ target, other: '1' }, 'invalid-input'],
  [{ target: [target, target] }, 'invalid-input'],
  [{ target, fresh: 'maybe' }, 'invalid-input'],
  [{ target: 'www.denied.example' }, 'refused-target'],
])('refuses %j as %s', (raw, code) => {
  const { service } = setUp();
  expect(() => service.reports.check(raw)).toThrow(expect.objectContaining({ code }));
});

it('has no part for a disabled tool', () => {
  const offered = Object.fromEntries(all.filter(({ id }) => id !== 'mail').map((tool) => [tool.id, tool]));
  const { service } = setUp({
    toolbox: {
      tools: offered,
      check: (id, query) => ({ id, query, key: id }),
      measure: () => Promise.reject(new Error('unused')),
    },
  });
  expect(service.reports.check({ target }).parts.map(({ tool }) => tool.id)).toEqual(
    inOrder.filter((id) => id !== 'mail'),
  );
});
