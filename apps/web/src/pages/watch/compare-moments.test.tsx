import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Snapshot } from '@sonde/contract/snapshots/snapshot';
import type { Watch, WatchAt } from '@sonde/contract/watch/watch';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { LARGE_PAGE_LIMIT_MS } from '../../testing/wait-limits.ts';
import { screens } from '../../tools/index.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { CompareMoments } from './compare-moments.tsx';

const sample: Snapshot = JSON.parse(
  readFileSync(
    fileURLToPath(
      new URL(
        '../../../../../packages/contract/src/snapshots/samples/schema-1/dns.json',
        import.meta.url.replace(/^http:\/\/[^/]+/, 'file://'),
      ),
    ),
    'utf8',
  ),
);
const [FIRST, LAST] = ['2026-11-22T04:00:00.000Z', '2026-11-23T04:00:00.000Z'];

let server: ApiStub;
beforeAll(async () => {
  configure({ asyncUtilTimeout: LARGE_PAGE_LIMIT_MS });
  server = await startApiStub();
});
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const stateAt = (from: string, snapshot: string | null, mail: string): WatchAt => ({
  ...{ from, until: from, factsSha256: 'a'.repeat(64), snapshot },
  facts: { 'records/MX': [mail], 'records/A': ['192.0.2.1'] },
});

/** Shows a watch whose states at the first and the last moment have these kept answers. */
function show(first: string | null, last: string | null): void {
  server.reply = (path) => {
    if (path.includes('/at?'))
      return json(200, {
        ...{ success: true, message: 'OK' },
        _data: path.includes('11-22') ? stateAt(FIRST, first, 'mx1.') : stateAt(LAST, last, 'mx2.'),
      });
    const _data = { snapshot: { ...sample, id: path.split('/').at(-1) }, signature: 'valid', expiresAt: null };
    return json(200, { success: true, message: 'OK', _data });
  };
  openAt(`${server.origin}/watch/2b5d0f7e-6c1b-4a57-8a2e-9f3c2a527b0e`);
  const watch = {
    id: '2b5d0f7e-6c1b-4a57-8a2e-9f3c2a527b0e',
    checkedAt: LAST,
    observations: [{ from: FIRST, until: LAST, factsSha256: null, snapshot: null, failure: null }],
  } as unknown as Watch;
  render(
    <ToolsContext value={screens}>
      <CompareMoments watch={watch} />
    </ToolsContext>,
  );
}
const wholeAnswers = () => screen.queryByRole('button', { name: 'Whole answers side by side' });

it('shows the whole answers of two moments side by side, as the page of the tool does', async () => {
  show('a'.repeat(26), 'b'.repeat(26));
  await screen.findByText('1 of 2 differ; they come first.');
  await userEvent.click(wholeAnswers() ?? document.body);
  const both = await screen.findAllByRole('region', { name: /^Since 2026-11-2[23]/ });
  expect(both).toHaveLength(2);
  for (const one of both) expect((await within(one).findAllByText(/MX/)).length).toBeGreaterThan(0);
  await userEvent.click(wholeAnswers() ?? document.body);
  expect(screen.queryAllByRole('region', { name: /^Since 2026-11-2[23]/ })).toEqual([]);
});

it.each([
  ['only one is kept', 'a'.repeat(26), null],
  ['both are the same one', 'a'.repeat(26), 'a'.repeat(26)],
])('offers no whole answers if %s', async (_, first, last) => {
  show(first, last);
  await screen.findByText('1 of 2 differ; they come first.');
  expect(wholeAnswers()).toBeNull();
});
