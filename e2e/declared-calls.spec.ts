import { expect, test } from './fixtures.ts';
import { everyPage, open, pagesOfEachKind } from './site.ts';
import { both, isLong } from './test-set.ts';

/** Declared by the specification, but called by no screen without a visitor's action. */
const declaredCalls = ['/api/v2/ipLogger', '/api/v2/macInfo', '/api/v2/myIp', '/api/traceroute'];
/** Calls of tools that are only announced: nothing answers them. */
const unbuiltCalls = ['/api/v2/ipLogger'];

test('R7.8 no page makes a call that is declared but unused', both, async ({ page, watch }) => {
  watch.allow(/404/);
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  const pages = isLong ? everyPage : pagesOfEachKind;
  for (const { path } of pages) await open(page, path);
  expect(called.length).toBeGreaterThan(pages.length);
  expect(called.filter((path) => declaredCalls.includes(path))).toEqual([]);
});

test('R7.8 a declared call without a tool answers 404 in JSON', async ({ request }) => {
  for (const path of unbuiltCalls) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()['content-type'], path).toMatch(/^application\/json/);
    expect(await response.json(), path).toMatchObject({ success: false, _data: null, code: 'not-found' });
  }
});

test('R7.8 /api/traceroute answers as /api/v2/traceroute does', async ({ request, watch }) => {
  watch.allow(/422/);
  const query = new URLSearchParams({ host: '192.0.2.1' });
  const answers = await Promise.all(
    ['/api/traceroute', '/api/v2/traceroute'].map(async (path) => (await request.get(`${path}?${query}`)).json()),
  );
  expect(answers[0]).toMatchObject({ success: false, code: 'refused-target', reason: 'special-use' });
  expect(answers[0]).toEqual(answers[1]);
});
