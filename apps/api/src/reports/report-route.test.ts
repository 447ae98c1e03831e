import { type AnyTool, type ReportData, ToolError, tools } from '@sonde/contract';
import { noData } from '@sonde/probes/testing/no-data';
import { createToolbox, type LookupQuery, type Measurement, type Toolbox } from '@sonde/service';
import { eventually } from '@sonde/service/testing/eventually';
import { expect, it } from 'vitest';
import { eventsOf, type SentEvent } from '../testing/events.ts';
import { testServer } from '../testing/test-server.ts';

const PATH = '/api/v2/report?target=example.com';
const all: readonly AnyTool[] = Object.values(tools);
const parts = all.filter(({ report }) => report !== undefined);
const fullCost = parts.reduce((sum, { cost }) => sum + cost, 0);

interface Run {
  readonly id: string;
  readonly signal: AbortSignal;
  end(): void;
  fail(error: unknown): void;
}

/** A listening server with the real contracts, whose measurements end on demand of the test. */
async function listening(variables: Record<string, string> = {}) {
  const runs: Run[] = [];
  const { check } = createToolbox({} as never, noData, {} as never);
  const toolbox: Toolbox = {
    tools,
    check,
    measure: ({ id }: LookupQuery, { signal }: Measurement) =>
      new Promise((resolve, reject) => {
        runs.push({ id, signal, end: () => resolve(answerOf(id)), fail: reject });
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  const server = await testServer(variables, { toolbox });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const run = (id: string) =>
    eventually(() => {
      const found = runs.find((one) => one.id === id);
      if (found === undefined) throw new Error(`${id} does not run yet`);
      return found;
    });
  const get = (path = PATH, signal?: AbortSignal) => fetch(address + path, signal ? { signal } : {});
  const stream = (signal?: AbortSignal) =>
    fetch(address + PATH, { headers: { accept: 'text/event-stream' }, ...(signal ? { signal } : {}) });
  const endAll = async () => {
    for (const { id } of parts) (await run(id)).end();
  };
  return { ...server, runs, run, get, stream, endAll };
}

const answerOf = (id: string) => ({
  gaps: [],
  findings: [{ code: `${id}-seen`, state: 'good', about: id, evidence: 'Seen.', fix: null }],
});
const dataOf = async (response: Response) => ((await response.json()) as { _data: ReportData })._data;

async function collect(response: Response): Promise<SentEvent[]> {
  const events: SentEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

it('answers with the parts in order, all their findings, and the number of findings', async () => {
  const { get, endAll } = await listening();
  const calling = get();
  await endAll();
  const response = await calling;
  expect(response.status).toBe(200);
  const data = await dataOf(response);
  expect(data.target).toBe('example.com');
  expect(data.parts.map(({ tool }) => tool)).toEqual(
    parts.toSorted((a, b) => (a.report?.order ?? 0) - (b.report?.order ?? 0)).map(({ id }) => id),
  );
  expect(data.findings.map(({ tool, code }) => `${tool}-seen` === code)).toEqual(parts.map(() => true));
  expect(data.counts).toEqual({ mend: 0, know: 0, well: parts.length, notMeasured: 0 });
});

it('streams a part for every tool in the order of completion, then the report', async () => {
  const { run, stream, get } = await listening();
  const calling = stream();
  const order = parts.map(({ id }) => id).toReversed();
  (await run(order[0] ?? '')).end();
  const events = eventsOf(await calling);
  const told: unknown[] = [(await events.next()).value];
  for (const id of order.slice(1)) {
    (await run(id)).end();
    told.push((await events.next()).value);
  }
  expect(told).toMatchObject(
    order.map((tool) => ({ event: 'part', data: { tool, outcome: { success: true, _data: { gaps: [] } } } })),
  );
  const last = (await events.next()).value as SentEvent;
  expect(last.event).toBe('result');
  expect((await events.next()).done).toBe(true);
  expect(last.data).toEqual(await (await get()).json());
});

it('names the tool that fails, and contains every other part', async () => {
  const { run, stream } = await listening();
  const calling = stream();
  (await run('ssl')).fail(new ToolError('unreachable', 'Port 443 is closed.', { reason: 'connection-refused' }));
  for (const { id } of parts) if (id !== 'ssl') (await run(id)).end();
  const events = await collect(await calling);
  expect(events[0]).toMatchObject({
    event: 'part',
    data: { tool: 'ssl', outcome: { success: false, code: 'unreachable', reason: 'connection-refused' } },
  });
  expect(events.at(-1)).toMatchObject({
    event: 'result',
    data: { _data: { gaps: [{ part: 'ssl', code: 'unreachable' }], counts: { notMeasured: 1 } } },
  });
});

it('charges the cost of all parts before any begins, and a refusal states the cost', async () => {
  const { get, run, runs, endAll } = await listening({ SONDE_RATE_LIMIT: `${fullCost + 5}/60s` });
  const calling = get();
  await run('geo');
  const refused = await get('/api/v2/report?target=other.example');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('5');
  expect(await refused.json()).toMatchObject({
    success: false,
    code: 'rate-limited',
    message: expect.stringMatching(
      `^This report costs ${fullCost} units of your allowance, and 5 are left\\. Please try again in \\d+ seconds\\.$`,
    ),
  });
  expect(runs).toHaveLength(parts.length);
  await endAll();
  expect((await calling).headers.get('x-ratelimit-remaining')).toBe('5');
});

it('stops all parts when its client leaves', async () => {
  const { stream, run } = await listening();
  const leaver = new AbortController();
  const calling = stream(leaver.signal);
  (await run('geo')).end();
  await calling;
  leaver.abort();
  await eventually(async () => {
    for (const { id } of parts.filter((one) => one.id !== 'geo')) {
      expect([id, (await run(id)).signal.aborted]).toEqual([id, true]);
    }
  });
});

it.each([
  ['/api/v2/report', 400],
  ['/api/v2/report?target=no%20target', 400],
  ['/api/v2/report?target=%ff', 400],
  ['/api/v2/report?target=example.com&tool=dns', 400],
  ['/api/v2/report?target=example.com&target=example.org', 400],
  ['/api/v2/report?target=www.denied.example', 422],
])('%s is refused with %i, and measures nothing', async (path, status) => {
  const { get, runs } = await listening({ SONDE_DENY_TARGETS: 'denied.example' });
  const response = await get(path);
  expect([response.status, runs.length]).toEqual([status, 0]);
  expect(await response.json()).toMatchObject({ success: false, _data: null });
});

it('fails like its first part if no part has an answer', async () => {
  const { get, run } = await listening();
  const calling = get('/api/v2/report?target=127.0.0.1');
  for (const id of ['whois', 'geo']) {
    (await run(id)).fail(new ToolError('refused-target', 'No.', { reason: 'special-use' }));
  }
  const response = await calling;
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { code: 'refused-target', reason: 'special-use' },
  ]);
});

it('can be disabled, and contains no part of a disabled tool', async () => {
  const without = await listening({ SONDE_TOOLS_OFF: 'report' });
  expect((await without.get()).status).toBe(404);
  expect(await (await without.get('/api/docs')).text()).not.toContain('/api/v2/report');
  const { get, run } = await listening({ SONDE_TOOLS_OFF: 'mail,ssl' });
  const calling = get();
  const offered = parts.map(({ id }) => id).filter((id) => id !== 'mail' && id !== 'ssl');
  for (const id of offered) (await run(id)).end();
  expect((await dataOf(await calling)).parts.map(({ tool }) => tool).sort()).toEqual(offered.sort());
});

it('is documented in OpenAPI, with its parts', async () => {
  const { get } = await listening();
  const openapi = (await (await get('/api/openapi.json')).json()) as {
    paths: Record<string, { get: { responses: Record<string, { content: Record<string, { schema: object }> }> } }>;
    components: { schemas: Record<string, { properties?: object }> };
  };
  const { responses } = openapi.paths['/api/v2/report']?.get ?? { responses: {} };
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '422', '429']));
  expect(responses['200']?.content['text/event-stream']?.schema).toMatchObject({
    description: expect.stringContaining('Any number of "part" events'),
  });
  expect(openapi.components.schemas['reportAnswer']?.properties).toHaveProperty('parts');
  expect(await (await get('/api/docs/report')).text()).toContain(`Costs ${fullCost} units`);
});
