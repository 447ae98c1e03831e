import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createStore, type Store } from '../../stores/store.ts';
import { someone } from '../../testing/account-browser.ts';
import { accountServers, accountStores } from '../../testing/account-stores.ts';
import { createHistoryWriter } from '../history/history.ts';
import { readHistory } from '../history/history-search.ts';
import { tidy } from '../tidying.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const OWNER = 'member:somebody';
const everything = { search: null, tool: null, before: null, limit: 100 };

/** Sets only the clock of this process, not that of PostgreSQL. */
const setClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
afterEach(() => void vi.useRealTimers());

describe.each(accountStores())('a clock, with the %s store', (_, variables) => {
  const server = accountServers(variables);

  /** Stores opened one after another on one database, as by successive servers; time passes for all of them. */
  async function life() {
    const env = await variables();
    const time = { wallMs: Date.UTC(2026, 10, 22), upMs: 0 };
    const stores: Store[] = [];
    const start = () => {
      const store = createStore(
        { dataDir: env.SONDE_DATA_DIR, databaseUrl: env['DATABASE_URL'] ?? null },
        { onError: (error) => expect.fail(error.message), wallClock: () => time.wallMs, uptime: () => time.upMs },
      );
      stores.push(store);
      return store;
    };
    const pass = (ms: number) => {
      time.wallMs += ms;
      time.upMs += ms;
    };
    const note = (store: Store, target: string) =>
      createHistoryWriter(store).add(OWNER, { tool: 'dns', target, failure: null });
    const targets = async (store: Store) => {
      const { entries } = await store.use((db) => readHistory(db, OWNER, everything, store.now()));
      return entries.map(({ target }) => target);
    };
    const rows = (store: Store) => store.use((db) => db.selectFrom('history').select('target').execute());
    const end = async (store: Store) => {
      await store.close();
      stores.splice(stores.indexOf(store), 1);
    };
    /** Tidies every hour, like a server. */
    const tidyFor = async (store: Store, hours: number) => {
      const said: string[] = [];
      for (let hour = 0; hour < hours; hour += 1) {
        pass(HOUR_MS);
        said.push(await tidy(store));
      }
      return said;
    };
    onTestFinished(async () => void (await Promise.all(stores.map(end))));
    return { time, start, pass, note, targets, rows, end, tidyFor };
  }

  it.each([90, -90])('that jumps by %s days while the server runs costs no entry and no session', async (days) => {
    const { browser, accounts } = await server();
    const one = browser();
    await one.signUp(someone());
    await one.get('/api/v2/dnsRecords?domain=before.example');
    // On a busy machine an answer does not wait until its lookup is recorded.
    await one.history(1);
    setClock(days * DAY_MS);
    await accounts.begin();
    await one.get('/api/v2/dnsRecords?domain=meanwhile.example');
    await one.history(2);
    vi.useRealTimers();
    await accounts.begin();
    const { entries } = await one.data('history');
    expect(entries.map(({ target }: { target: string }) => target)).toEqual(['meanwhile.example', 'before.example']);
    expect(Math.abs(Date.now() - Date.parse(entries[0].lookedUpAt))).toBeLessThan(HOUR_MS);
  });

  it('that jumps by 90 days before a start removes nothing within a day', async () => {
    const { time, start, pass, note, targets, rows, end, tidyFor } = await life();
    const first = start();
    await note(first, 'kept.example');
    expect(await tidyFor(first, 30)).toEqual(Array(30).fill('tidied'));
    await end(first);
    time.wallMs += 90 * DAY_MS;
    const second = start();
    await note(second, 'from-the-future.example');
    expect(await tidyFor(second, 20)).toEqual(Array(20).fill('clock-jumped'));
    expect(await rows(second)).toHaveLength(2);
    await end(second);
    time.wallMs -= 90 * DAY_MS;
    const third = start();
    expect(await tidyFor(third, 1)).toEqual(['tidied']);
    pass(1);
    await note(third, 'now.example');
    expect(await targets(third)).toEqual(['now.example', 'from-the-future.example', 'kept.example']);
  });

  it('set back by 90 days before a start gives no entry a date three months ago', async () => {
    const { time, start, note, targets, end, tidyFor } = await life();
    const first = start();
    await note(first, 'kept.example');
    await tidyFor(first, 30);
    await end(first);
    time.wallMs -= 90 * DAY_MS;
    const second = start();
    await note(second, 'meanwhile.example');
    await tidyFor(second, 2);
    await end(second);
    time.wallMs += 90 * DAY_MS;
    const third = start();
    await tidyFor(third, 2);
    expect(await targets(third)).toEqual(['meanwhile.example', 'kept.example']);
  });

  it('that jumps is distinguished from time that has really passed', async () => {
    const { start, pass, note, rows, end, tidyFor } = await life();
    const first = start();
    await note(first, 'old.example');
    await tidyFor(first, 30);
    await end(first);
    // Off for a hundred days: expired data is removed a day after the server is back.
    pass(100 * DAY_MS);
    const second = start();
    await note(second, 'young.example');
    await tidyFor(second, 23);
    expect(await rows(second)).toHaveLength(2);
    await tidyFor(second, 3);
    expect(await rows(second)).toEqual([{ target: 'young.example' }]);
  });
});
