import { answersAddress, saysNameDoesNotExist, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { someone } from '../../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../../testing/account-stores.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DNS = '/api/v2/dnsRecords?domain=';

describe.each(oneAccountStore())('the data of an account in the %s store', (_, variables) => {
  const server = accountServers(variables);

  it('contains the lookups of signed-in members only', async () => {
    const { app, browser } = await server();
    const one = browser();
    await app.inject(`${DNS}nobody.example`);
    await one.signUp(someone());
    await one.get(`${DNS}b.example`);
    await one.history(1);
    await one.get(`${DNS}A.example`);
    // From the cache, and as a stream.
    await one.get(`${DNS}a.example`);
    await one.send('GET', `${DNS}a.example`, undefined, { accept: 'text/event-stream' });
    await one.get(`${DNS}`);
    const { entries, next } = await one.history(4);
    expect(next).toBeNull();
    expect(entries.map(({ tool, target }: Record<string, string>) => `${tool} ${target}`)).toEqual([
      'dns a.example',
      'dns a.example',
      'dns a.example',
      'dns b.example',
    ]);
    expect(entries[0]).toMatchObject({ failure: null, lookedUpAt: entries[0].keptAt });
    expect(Date.now() - Date.parse(entries[0].keptAt)).toBeLessThan(60_000);
  });

  inLongSet(it)('keeps a single entry for a lookup that failed and was repeated at once', async () => {
    const { net } = scriptedResolver((question, signal) =>
      (question.name === 'a.example' ? answersAddress : saysNameDoesNotExist)(question, signal),
    );
    const { browser } = await server({}, { net });
    const one = browser();
    await one.signUp(someone());
    for (const name of ['missing', 'a', 'a', 'missing']) await one.get(`${DNS}${name}.example`);
    const { entries } = await one.history(3);
    // Entries of the same millisecond have no order.
    expect(entries.map(({ target, failure }: Record<string, string>) => `${target} ${failure}`).sort()).toEqual([
      'a.example null',
      'a.example null',
      'missing.example not-found',
    ]);
  });

  it('can be searched, paged, imported and deleted', async () => {
    const { browser } = await server();
    const one = browser();
    await one.signUp(someone());
    const lookups = Array.from({ length: 60 }, (_, index) => ({
      tool: 'dns',
      target: `${index}_%.example${index % 2 ? '.com' : '.org'}`,
    }));
    expect((await one.post('history', { lookups })).json()._data).toEqual({ changed: 60 });
    // The browser may not have received the answer, and sends them again.
    expect((await one.post('history', { lookups })).json()._data).toEqual({ changed: 0 });
    expect((await one.post('history', { lookups: [{ tool: 'nothing', target: 'x' }] })).statusCode).toBe(400);
    const first = await one.data('history');
    expect([first.entries.length, first.total]).toEqual([50, 60]);
    expect(first.entries[0]).toMatchObject({ target: '0_%.example.org', lookedUpAt: null });
    const second = await one.data(`history?before=${first.next}`);
    expect([second.entries.length, second.next]).toEqual([10, null]);
    expect([...first.entries, ...second.entries].map(({ target }) => target)).toEqual(
      lookups.map(({ target }) => target),
    );
    expect((await one.data('history?search=.COM')).total).toBe(30);
    expect((await one.data('history?search=1_%25')).total).toBe(6);
    expect((await one.data('history?tool=ping')).total).toBe(0);
    expect((await one.get('history?before=x')).statusCode).toBe(400);
    expect((await one.send('DELETE', `history/${first.entries[0].id}`)).json()._data).toEqual({ changed: 1 });
    expect((await one.data('history')).total).toBe(59);
    expect((await one.data('export')).history).toHaveLength(59);
    expect((await one.send('DELETE', 'history')).json()._data).toEqual({ changed: 59 });
    expect((await one.data('history')).entries).toEqual([]);
  });

  inLongSet(it)('keeps lookups 90 days', async () => {
    let nowMs = Date.now();
    const { browser } = await server({}, { wallClock: () => nowMs, uptime: () => nowMs });
    const one = browser();
    const email = someone();
    await one.signUp(email);
    await one.get(`${DNS}old.example`);
    nowMs += 89 * DAY_MS;
    await one.signIn(email);
    await one.get(`${DNS}young.example`);
    await one.history(2);
    nowMs += DAY_MS;
    expect((await one.data('history')).entries.map(({ target }: { target: string }) => target)).toEqual([
      'young.example',
    ]);
  });

  inLongSet(it)('saves targets with a note', async () => {
    const { browser } = await server();
    const one = browser();
    await one.signUp(someone());
    const note = '<script>alert(1)</script>\nö '.repeat(17);
    await one.send('PUT', 'targets', { target: 'example.com', note: 'first' });
    await one.send('PUT', 'targets', { target: 'example.com', note });
    await one.send('PUT', 'targets', { target: '192.0.2.1', note: '' });
    const { targets } = await one.data('targets');
    expect(targets.map(({ target, note: text }: Record<string, string>) => [target, text])).toEqual([
      ['192.0.2.1', ''],
      ['example.com', note.trim()],
    ]);
    expect((await one.send('PUT', 'targets', { target: 'a', note: 'x'.repeat(501) })).statusCode).toBe(400);
    expect((await one.send('PUT', 'targets', { target: 'a\u0000', note: '' })).statusCode).toBe(400);
    await one.send('DELETE', `targets/${targets[0].id}`);
    expect((await one.data('export')).targets).toHaveLength(1);
  });

  it('contains no text that a store would truncate or refuse', async () => {
    const { browser } = await server();
    const one = browser();
    await one.signUp(someone());
    for (const bad of ['a\u0000b', 'a\ud800b', 'a\u001bb']) {
      for (const [method, path, body] of [
        ['PUT', 'targets', { target: bad, note: '' }],
        ['PUT', 'targets', { target: 'a.example', note: bad }],
        ['POST', 'history', { lookups: [{ tool: 'dns', target: bad }] }],
      ] as const) {
        expect((await one.send(method, path, body)).statusCode, `${method} ${path}`).toBe(400);
      }
    }
    for (const path of ['history?search=%00', 'history?search=a&search=b', 'history?tool=%00', 'history?limit=1000']) {
      expect((await one.get(path)).statusCode, path).toBe(400);
    }
    for (const id of ['%00', 'x', '..%2f..', '1%20or%201=1']) {
      expect((await one.send('DELETE', `history/${id}`)).statusCode, id).toBe(400);
    }
    expect((await one.post('sign-in', [])).json().message).toBe('The request is malformed.');
    expect((await one.send('DELETE', '/api/account')).json().message).toBe('Please enter your password');
    expect(await one.data('export')).toMatchObject({ history: [], targets: [] });
  });

  it('never shows or changes data of another account, whatever ids are guessed', async () => {
    const { browser } = await server();
    const [one, thief] = [browser(), browser()];
    await one.signUp(someone());
    await thief.signUp(someone());
    await one.get(`${DNS}mine.example`);
    await one.send('PUT', 'targets', { target: 'mine.example', note: 'private' });
    const [entry] = (await one.history(1)).entries;
    const [target] = (await one.data('targets')).targets;
    expect((await thief.send('DELETE', `history/${entry.id}`)).json()._data).toEqual({ changed: 0 });
    expect((await thief.send('DELETE', `targets/${target.id}`)).json()._data).toEqual({ changed: 0 });
    await thief.send('DELETE', 'history');
    expect((await thief.data(`history?before=9999-01-01T00:00:00.000Z_${entry.id}`)).total).toBe(0);
    expect(await thief.data('export')).toMatchObject({ history: [], targets: [] });
    expect((await one.data('history')).total).toBe(1);
    expect((await one.data('targets')).targets).toEqual([target]);
  });
});
