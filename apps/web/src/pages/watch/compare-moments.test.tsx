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

const sample = readFileSync(
  fileURLToPath(
    new URL(
      '../../../../../packages/contract/src/snapshots/samples/schema-1/dns.json',
      import.meta.url.replace(/^http:\/\/[^/]+/, 'file://'),
    ),
  ),
  'utf8',
);
const [FIRST, LAST] = ['2026-11-22T04:00:00.000Z', '2026-11-23T04:00:00.000Z'];
const [BEFORE, AFTER] = ['a'.repeat(26), 'b'.repeat(26)];
/** Another mail server, and TTLs that have run down. */
const samples: Readonly<Record<string, Snapshot>> = {
  [BEFORE]: JSON.parse(sample),
  [AFTER]: JSON.parse(sample.replaceAll('mail2.shop.test', 'mx2.shop.test').replaceAll('"300"]', '"288"]')),
};

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
  facts: {
    'records/A': ['shop.test 127.53.0.10'],
    'records/MX': ['shop.test 10 mail.shop.test', `shop.test 20 ${mail}.shop.test`],
  },
});

/** Shows a watch whose states at the first and the last moment have these kept answers. */
function show(first: string | null, last: string | null): void {
  server.reply = (path) => {
    if (path.includes('/at?'))
      return json(200, {
        ...{ success: true, message: 'OK' },
        _data: path.includes('11-22') ? stateAt(FIRST, first, 'mail2') : stateAt(LAST, last, 'mx2'),
      });
    const snapshot = samples[path.split('/').at(-1) ?? ''];
    return json(200, { success: true, message: 'OK', _data: { snapshot, signature: 'valid', expiresAt: null } });
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

async function showBoth(): Promise<readonly HTMLElement[]> {
  show(BEFORE, AFTER);
  await screen.findByText('1 of 2 differ.');
  await userEvent.click(wholeAnswers() ?? document.body);
  return screen.findAllByRole('region', { name: /^(First|Second): DNS Lookup, 2026-11-2[23] 04:00:00 UTC$/ });
}

it('shows the whole answers of two moments, as the page of the tool does, and hides them again', async () => {
  const both = await showBoth();
  expect(both).toHaveLength(2);
  for (const one of both) await within(one).findByRole('region', { name: /^Summary, / });
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await userEvent.click(wholeAnswers() ?? document.body);
  expect(document.querySelector('.moment')).toBeNull();
});

it('marks the row that has another value, and none that has only another TTL', async () => {
  const both = await showBoth();
  for (const [index, name] of ['mail2.shop.test', 'mx2.shop.test'].entries()) {
    const column = both[index] ?? document.body;
    await within(column).findByRole('region', { name: /^Summary, / });
    await expect
      .poll(() => [...column.querySelectorAll('tr[data-differs]')].map((row) => row.textContent))
      .toEqual([expect.stringContaining(name)]);
  }
});

it.each([
  ['only one is kept', BEFORE, null],
  ['both are the same one', BEFORE, BEFORE],
])('offers no whole answers if %s', async (_, first, last) => {
  show(first, last);
  await screen.findByText('1 of 2 differ.');
  expect(wholeAnswers()).toBeNull();
});
