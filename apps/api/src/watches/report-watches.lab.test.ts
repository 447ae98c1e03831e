import { reportPartsOf } from '@sonde/contract';
import { MAX_WATCHES, type Watch } from '@sonde/contract/watch/watch';
import { dnsAnswer, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { type AccountBrowser, someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { fillWatches } from '../testing/fill-watches.ts';

const WATCHES = '/api/v2/watches';
const [A, MX] = [1, 15];
const QUICKLY = { SONDE_WATCH_FLOOR: '10s', SONDE_WATCH_CONFIRM: '1s' };
const asked = { tool: 'report', query: { target: 'shop.example' }, everySeconds: 10 };

/** A name whose mail server a test changes; nothing but the resolver can be reached. */
function zone() {
  const state = { mail: 'mx1.shop.example.' };
  const { net } = scriptedResolver(async (question) => {
    const fields = question.type === A ? ['192.0.2.53'] : question.type === MX ? ['10', state.mail] : null;
    return dnsAnswer(question, { records: fields === null ? [] : [{ ...question, ttlSeconds: 0, fields }] });
  });
  return { state, net };
}

describe.each(oneAccountStore())('watches of reports in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);
  const read = async (member: AccountBrowser, id: string): Promise<Watch> => member.data(`${WATCHES}/${id}`);

  it('compare the facts of each tool, and name the tool that has found a change', async () => {
    const { state, net } = zone();
    const { browser } = await serve(QUICKLY, { net });
    const member = browser();
    await member.signUp(someone());
    expect((await member.data(WATCHES)).tools).toContain('report');
    const { id, target } = (await member.post(WATCHES, asked)).json()._data;
    expect(target).toBe('shop.example');
    const first = await eventually(async () => {
      const watch = await read(member, id);
      expect(watch.facts['dns/records/MX']).toEqual(['shop.example 10 mx1.shop.example.']);
      return watch;
    });
    // It is measured a second time before anything changes.
    await eventually(async () => expect((await read(member, id)).checkedAt).not.toBe(first.checkedAt));
    state.mail = 'mx2.shop.example.';
    await member.post(`${WATCHES}/${id}/check`, {});
    const after = await eventually(async () => {
      const watch = await read(member, id);
      expect(watch.changes.find(({ path }) => path === 'dns/records/MX')).toMatchObject({ state: 'confirmed' });
      return watch;
    });
    const told = after.changes.filter(({ path }) => path === 'dns/records/MX');
    expect(told).toMatchObject([{ kind: 'changed', weight: 'high', label: 'DNS Lookup: MX records' }]);
    expect(told[0]?.text).toContain('mx2.shop.example.');
    const kept = after.observations.find(({ snapshot }) => snapshot !== null)?.snapshot;
    const { snapshot } = (await member.get(`/api/v2/snapshots/${kept}`)).json()._data;
    expect(snapshot.parts.map(({ tool }: { tool: string }) => tool)).toContain('dns');
  });

  const mistaken = [
    { ...asked, query: {} },
    { ...asked, query: { target: 'not a name' } },
    { ...asked, query: { target: 'shop.example', fresh: 'true' } },
    { ...asked, query: { target: 'shop.example', domain: 'shop.example' } },
    { ...asked, everySeconds: 9 },
  ];

  inLongSet(it)('refuse what cannot be watched', async () => {
    const { browser } = await serve(QUICKLY, { net: zone().net });
    const member = browser();
    await member.signUp(someone());
    const answered = [];
    for (const body of mistaken) answered.push({ body, status: (await member.post(WATCHES, body)).statusCode });
    expect(answered).toEqual(mistaken.map((body) => ({ body, status: 400 })));
  });

  inLongSet(it)('count as as many watches as they have tools', async () => {
    const { accounts, browser } = await serve(QUICKLY, { net: zone().net });
    const member = browser();
    await member.signUp(someone());
    const { id } = (await member.post(WATCHES, { ...asked, tool: 'dns', query: { domain: 'a.example' } })).json()._data;
    const left = reportPartsOf('shop.example').length - 1;
    await fillWatches(accounts.store, id, { count: MAX_WATCHES - left - 1 });
    const refused = await member.post(WATCHES, asked);
    expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('1,000 watches')]);
    expect((await member.post(WATCHES, { ...asked, tool: 'dns', query: { domain: 'c.example' } })).statusCode).toBe(
      200,
    );
  });
});
