import { MAX_HISTORY, MAX_HISTORY_BYTES, MAX_MOVED_LOOKUPS, MAX_SAVED_TARGETS } from '@sonde/contract/account';
import { describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { type AccountBrowser, someone } from '../../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../../testing/account-stores.ts';

/** By how many entries an account may exceed its quotas between two checks. */
const SLACK = 100;

/** Imports the given number of lookups, several calls at a time. */
async function moveIn(browser: AccountBrowser, count: number, targetOf: (index: number) => string): Promise<void> {
  let sent = 0;
  async function sendSome(): Promise<void> {
    while (sent < count) {
      const first = sent;
      sent += MAX_MOVED_LOOKUPS;
      const lookups = Array.from({ length: MAX_MOVED_LOOKUPS }, (_, index) => ({
        tool: 'dns',
        target: targetOf(first + index),
      }));
      expect((await browser.post('history', { lookups })).statusCode).toBe(200);
    }
  }
  await Promise.all(Array.from({ length: 4 }, sendSome));
}

describe.each(oneAccountStore())('quotas of an account in the %s store', (_, variables) => {
  const server = accountServers(variables);

  it('hold while a history is filled, keeping the newest entries', async () => {
    const { browser } = await server();
    const one = browser();
    await one.signUp(someone());
    await moveIn(one, MAX_HISTORY + 1_000, (index) => `${index}.example`);
    await one.post('history', { lookups: [{ tool: 'dns', target: 'last.example' }] });
    const { history } = await one.data('export');
    expect(history.length).toBeLessThanOrEqual(MAX_HISTORY + SLACK);
    expect(history.length).toBeGreaterThanOrEqual(MAX_HISTORY);
    expect(history[0].target).toBe('last.example');
    expect((await one.data('history')).total).toBe(MAX_HISTORY);
  });

  inLongSet(it)('hold for the size as well', async () => {
    const { browser } = await server();
    const one = browser();
    await one.signUp(someone());
    await moveIn(one, 2_000, (index) => `${index}.${'ü'.repeat(290)}`);
    const { history } = await one.data('export');
    const bytes = history.reduce((all: number, { target }: { target: string }) => all + Buffer.byteLength(target), 0);
    expect(bytes).toBeLessThanOrEqual(MAX_HISTORY_BYTES + SLACK * 600);
    expect(bytes).toBeGreaterThan(MAX_HISTORY_BYTES / 2);
  });

  inLongSet(it)('hold for targets that are saved at the same time', async () => {
    const { browser } = await server();
    const one = browser();
    await one.signUp(someone());
    const save = (index: number) => one.send('PUT', 'targets', { target: `${index}.example`, note: '' });
    for (let index = 0; index < MAX_SAVED_TARGETS - 10; index += 10) {
      await Promise.all(Array.from({ length: 10 }, (_one, more) => save(index + more)));
    }
    const saved = await Promise.all(Array.from({ length: 40 }, (_one, index) => save(1_000 + index)));
    expect(saved.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    expect(new Set(saved.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
    expect((await one.data('targets')).targets).toHaveLength(MAX_SAVED_TARGETS);
  });

  it('are exported completely, page by page', async () => {
    const { browser } = await server();
    const one = browser();
    const email = someone();
    await one.signUp(email);
    expect((await one.get('export')).json()).toEqual({
      success: true,
      message: 'OK',
      _data: { email, history: [], targets: [] },
    });
    await moveIn(one, 1_000, (index) => `"${index}"\\.example`);
    await one.send('PUT', 'targets', { target: 'a.example', note: '"]}' });
    const exported = await one.get('export');
    expect(exported.headers['content-type']).toBe('application/json; charset=utf-8');
    const { history, targets } = exported.json()._data;
    expect(new Set(history.map(({ target }: { target: string }) => target)).size).toBe(1_000);
    expect(targets).toMatchObject([{ target: 'a.example', note: '"]}' }]);
  });
});
