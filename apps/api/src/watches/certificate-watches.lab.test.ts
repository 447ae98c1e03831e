import type { Watch } from '@sonde/contract/watch/watch';
import { type CertificateSearchLab, startCertificateSearchLab } from '@sonde/lab';
import { createNodeNet, type LocalData } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { scriptedNet } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { firstOf, inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { type AccountBrowser, someone } from '../testing/account-browser.ts';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { testConfig } from '../testing/test-server.ts';

const WATCHES = '/api/v2/watches';
const SHOP = 'shop.example';
const QUICKLY = { SONDE_WATCH_FLOOR: '10s', SONDE_WATCH_CONFIRM: '1s' };
const asked = { tool: 'certificates', query: { domain: SHOP }, everySeconds: 86_400 };

const { fetch, close } = createNodeNet(testConfig({}).net);
afterAll(() => close());
/** Only the search can be reached, and neither servers of the domain nor a resolver. */
const net = scriptedNet({ fetch });

const dataFor = (url: string, kind: 'certspotter' | 'crtsh' = 'certspotter'): LocalData => ({
  ...noData,
  names: { words: async () => [], certificateSearches: [{ kind, url }] },
});

async function search(): Promise<CertificateSearchLab> {
  const lab = await startCertificateSearchLab();
  onTestFinished(() => lab.stop());
  return lab;
}

describe.each(oneAccountStore())('watches of certificates in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);
  const read = async (member: AccountBrowser, id: string): Promise<Watch> => member.data(`${WATCHES}/${id}`);

  async function signedUp(browser: () => AccountBrowser, email = someone()): Promise<AccountBrowser> {
    const member = browser();
    await member.signUp(email);
    return member;
  }
  const measured = (member: AccountBrowser, id: string, before: string | null) =>
    eventually(async () => {
      const watch = await read(member, id);
      expect(watch.checkedAt).not.toBe(before);
      return watch;
    });
  /** Has it measured now. */
  async function again(member: AccountBrowser, id: string): Promise<Watch> {
    const { checkedAt } = await read(member, id);
    await member.post(`${WATCHES}/${id}/check`, {});
    return measured(member, id, checkedAt);
  }

  it('tell of a certificate that nobody has ordered once, also of its certificate later, and after a restart', async () => {
    const lab = await search();
    const [known, planted, later] = await Promise.all([
      lab.order([SHOP]),
      lab.order([SHOP, 'www.shop.example', 'of-another.example']),
      lab.order([`api.${SHOP}`]),
    ]);
    lab.log(known.precertificate, known.names);
    const store = await variables();
    const start = () => serve({ ...store, ...QUICKLY }, { net, data: dataFor(lab.url) });
    const first = await start();
    const email = someone();
    const member = await signedUp(first.browser, email);
    expect((await member.data(WATCHES)).tools).toContain('certificates');
    const { id } = (await member.post(WATCHES, asked)).json()._data;
    expect((await measured(member, id, null)).changes).toEqual([]);
    lab.log(known.certificate, known.names);
    lab.log(planted.precertificate, planted.names);
    const { changes, facts } = await again(member, id);
    expect(changes).toMatchObject([
      {
        ...{ kind: 'unexpected', state: 'confirmed', weight: 'high', label: 'Unexpected certificate', before: null },
        path: `certificate/${planted.serial.replace(/..(?=.)/g, '$&:')}`,
      },
    ]);
    expect(changes[0]?.after).toContain(`Key: SHA-256 ${planted.keySha256}`);
    expect(changes[0]?.text).toContain('Lab Authority has issued a certificate for shop.example, www.shop.example,');
    expect(changes[0]?.text).toContain('Ask first whether a colleague, your hosting provider or a CDN has ordered it.');
    expect(facts).toEqual({ certificates: 2, issuers: ['Lab Authority'], unexpected: 1 });
    await first.app.close();
    await first.accounts.close();
    lab.log(planted.certificate, planted.names);
    lab.log(later.certificate, later.names);
    const next = (await start()).browser();
    await next.signIn(email);
    const after = await again(next, id);
    expect(after.changes.map(({ path }) => path)).toHaveLength(2);
    expect(after.changes[0]?.text).toContain('for api.shop.example,');
    expect((await again(next, id)).changes).toHaveLength(2);
    const cursors = lab.requests.map((target) => new URL(target, lab.url).searchParams.get('after'));
    expect(cursors.filter((cursor) => cursor === null)).toHaveLength(1);
    expect((await next.data(`${WATCHES}/changes`)).changes).toHaveLength(2);
  });

  inLongSet(it)('expect what their owner has named, now and from a later time on', async () => {
    const lab = await search();
    const [ours, theirs, another] = await Promise.all([lab.order([SHOP]), lab.order([SHOP]), lab.order([SHOP])]);
    const { browser } = await serve(QUICKLY, { net, data: dataFor(lab.url) });
    const member = await signedUp(browser);
    const query = { domain: SHOP, keys: ours.keySha256 };
    const { id } = (await member.post(WATCHES, { ...asked, query })).json()._data;
    await measured(member, id, null);
    lab.log(ours.certificate, ours.names);
    expect((await again(member, id)).changes).toEqual([]);
    lab.log(theirs.certificate, theirs.names);
    expect((await again(member, id)).changes).toHaveLength(1);
    const edit = (body: object) => member.send('PATCH' as never, `${WATCHES}/${id}`, body);
    const named = { query: { ...query, issuers: 'Lab Authority' } };
    expect((await edit(named)).json()._data.query).toEqual(named.query);
    lab.log(another.certificate, another.names);
    const after = await again(member, id);
    expect([after.changes.length, after.facts['certificates']]).toEqual([1, 3]);
    const refused = await Promise.all([
      edit({ query: { domain: 'other.example' } }),
      edit({ query: { domain: SHOP, keys: 'no key' } }),
      edit({ everySeconds: 39 }),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
  });

  inLongSet(it)(
    'tell once that the search cannot be asked, and once that it can again; a limited search is asked later',
    async () => {
      const lab = await search();
      const { browser } = await serve(QUICKLY, { net, data: dataFor(lab.url) });
      const member = await signedUp(browser);
      const { id } = (await member.post(WATCHES, asked)).json()._data;
      await measured(member, id, null);
      lab.break({ status: 429, retryAfter: '3600' });
      const { checkedAt } = await read(member, id);
      const before = lab.requests.length;
      await member.post(`${WATCHES}/${id}/check`, {});
      await eventually(() => expect(lab.requests.length).toBeGreaterThan(before));
      lab.break({ status: 502 });
      for (let times = 0; times < 4; times++) await again(member, id);
      const failing = await read(member, id);
      expect([failing.state, failing.failure, checkedAt === failing.checkedAt]).toEqual([
        ...['cannot-measure', 'source-failed', false],
      ]);
      lab.break(null);
      await again(member, id);
      const kinds = (await again(member, id)).changes.map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['back', 'cannot-measure']);
    },
  );

  it.each(
    firstOf(1, [
      ['there is no search', noData],
      ['the search has no cursor', dataFor('http://127.0.0.1:9', 'crtsh')],
    ]),
  )('are refused, with the reason, if %s', async (_, data) => {
    const { browser } = await serve(QUICKLY, { net, data });
    const member = await signedUp(browser);
    const answered = await member.post(WATCHES, asked);
    expect([answered.statusCode, answered.json().message]).toEqual([400, expect.stringContaining('SONDE_CT_URLS')]);
    expect((await member.data(WATCHES)).tools).not.toContain('certificates');
  });

  const mistaken = [
    { ...asked, query: {} },
    { ...asked, query: { domain: '192.0.2.1' } },
    { ...asked, query: { domain: SHOP, type: 'A' } },
    { ...asked, query: { domain: SHOP, caa: 'perhaps' } },
    { ...asked, query: { domain: SHOP, keys: 'abc' } },
    { ...asked, everySeconds: 39 },
  ];

  it('refuse what cannot be watched', async () => {
    const { browser } = await serve(QUICKLY, { net, data: dataFor('http://127.0.0.1:9') });
    const member = await signedUp(browser);
    const answered = [];
    for (const body of mistaken) answered.push({ body, status: (await member.post(WATCHES, body)).statusCode });
    expect(answered).toEqual(mistaken.map((body) => ({ body, status: 400 })));
  });

  it('refuse names that the operator has excluded, and other queries for watches of tools', async () => {
    const { browser } = await serve(
      { ...QUICKLY, SONDE_DENY_TARGETS: SHOP },
      { net, data: dataFor('http://127.0.0.1:9') },
    );
    const member = await signedUp(browser);
    expect((await member.post(WATCHES, asked)).json()).toMatchObject({ code: 'refused-target' });
    const { id } = (await member.post(WATCHES, { tool: 'dns', query: { domain: 'a.example' } })).json()._data;
    const edited = await member.send('PATCH' as never, `${WATCHES}/${id}`, {
      query: { domain: 'a.example', type: 'A' },
    });
    expect(edited.statusCode).toBe(400);
  });
});
