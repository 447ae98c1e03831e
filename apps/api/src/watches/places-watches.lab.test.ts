import { MAX_WATCHES, type Watch } from '@sonde/contract/watch/watch';
import { defaultLimitsOf } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { createToolbox } from '@sonde/service';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { inLongSet, isLong } from '../../../../scripts/test/vitest-settings.ts';
import { type AccountBrowser, accountBrowser, someone } from '../testing/account-browser.ts';
import { accountStores, oneAccountStore } from '../testing/account-stores.ts';
import { changingResolver } from '../testing/changing-resolver.ts';
import { fillWatches } from '../testing/fill-watches.ts';
import { connectAgent, enrol, placesServer, serviceWith } from '../testing/places.ts';

const WATCHES = '/api/v2/watches';
const QUICKLY = { SONDE_WATCH_FLOOR: '10s', SONDE_WATCH_CONFIRM: '1s', SONDE_TRUST_PROXY: '127.0.0.1' };
const asked = { tool: 'dns', query: { domain: 'shop.example' }, everySeconds: 10 };

describe.each(isLong ? accountStores() : oneAccountStore())(
  'watches from several places in the %s store',
  (_kind, variables) => {
    /** A server, and agents at places of these names, each with a resolver of its own. */
    async function world<Place extends string>(...ids: Place[]) {
      const here = changingResolver('mx1.shop.example.');
      const server = await placesServer({ ...(await variables()), ...QUICKLY }, { net: here.net });
      const member = accountBrowser(server.app);
      await member.signUp(someone());
      const agents = await Promise.all(
        ids.map(async (id) => {
          const { state, net } = changingResolver('mx1.shop.example.');
          const membership = await enrol(server, id);
          const service = serviceWith(createToolbox(net, noData, defaultLimitsOf(net)));
          const connect = async () => {
            const agent = await connectAgent(server, membership, { service });
            await agent.welcome;
            return agent;
          };
          return [id, { state, connect, agent: await connect() }] as const;
        }),
      );
      const at = Object.fromEntries(agents) as Record<Place, (typeof agents)[number][1]>;
      return { member, here: here.state, at, store: server.accounts.store };
    }

    const read = async (member: AccountBrowser, id: string): Promise<Watch> => member.data(`${WATCHES}/${id}`);
    const make = async (member: AccountBrowser, from: readonly string[]): Promise<Watch> =>
      (await member.post(WATCHES, { ...asked, from })).json()._data;
    /** Has it measured once more. */
    async function look(member: AccountBrowser, id: string): Promise<Watch> {
      const { checkedAt } = await read(member, id);
      await member.post(`${WATCHES}/${id}/check`, {});
      return eventually(async () => {
        const watch = await read(member, id);
        expect(watch.checkedAt).not.toBe(checkedAt);
        return watch;
      });
    }

    it('tell a change once, and name the places that have it', async () => {
      const { member, here, at } = await world('fra', 'ams');
      // Places that disagree from the beginning are no change.
      at.ams.state.mail = 'mx9.shop.example.';
      const { id, from } = await make(member, ['self', 'fra', 'ams']);
      expect(from).toEqual(['self', 'fra', 'ams']);
      for (let looks = 0; looks < 3; looks += 1) await look(member, id);
      const { facts, changes } = await read(member, id);
      expect(changes).toEqual([]);
      expect(facts['fra/records/MX']).toEqual(['shop.example 10 mx1.shop.example.']);
      expect(facts['ams/records/MX']).toEqual(['shop.example 10 mx9.shop.example.']);
      here.mail = 'mx2.shop.example.';
      at.fra.state.mail = 'mx2.shop.example.';
      const after = await eventually(async () => {
        const watch = await look(member, id);
        expect(watch.changes[0]?.state).toBe('confirmed');
        return watch;
      });
      expect(after.changes).toHaveLength(1);
      expect(after.changes[0]).toMatchObject({
        kind: 'changed',
        path: 'records/MX',
        label: 'MX records',
        weight: 'high',
      });
      // In the order in which it was found: one place may have been asked just before the change.
      expect(after.changes[0]?.text).toMatch(
        /^Changed in 2 of 3 places \((?:this server, fra|fra, this server)\)\. .*mx2\.shop\.example/,
      );
      expect(after.changes[0]?.places).toMatchObject({ same: ['ams'], missing: [] });
      expect((await member.data(`${WATCHES}/changes`)).changes).toHaveLength(1);
    });

    inLongSet(it)(
      'tell once that a place cannot be asked, and once that it is back, and take neither for a change',
      async () => {
        const { member, at } = await world('fra');
        const { id } = await make(member, ['self', 'fra']);
        for (let looks = 0; looks < 2; looks += 1) await look(member, id);
        at.fra.agent.socket.terminate();
        for (let looks = 0; looks < 5; looks += 1) await look(member, id);
        const away = await read(member, id);
        expect(away.changes).toMatchObject([
          { kind: 'cannot-measure', text: 'Cannot be measured in 1 of 2 places (fra: offline).', state: 'confirmed' },
        ]);
        expect(away.state).toBe('watching');
        await at.fra.connect();
        for (let looks = 0; looks < 2; looks += 1) await look(member, id);
        const back = await read(member, id);
        expect(back.changes.map(({ kind }) => kind)).toEqual(['back', 'cannot-measure']);
        expect(back.changes[0]?.text).toBe('Can be measured again in fra.');
      },
    );

    inLongSet(it)(
      'can get other places: a removed one is forgotten but for its changes, and a new one begins without a change',
      async () => {
        const { member, at } = await world('fra', 'ams');
        at.ams.state.mail = 'mx9.shop.example.';
        const { id } = await make(member, ['self', 'fra']);
        for (let looks = 0; looks < 2; looks += 1) await look(member, id);
        at.fra.agent.socket.terminate();
        for (let looks = 0; looks < 4; looks += 1) await look(member, id);
        const { changes } = await read(member, id);
        expect(changes).toMatchObject([{ kind: 'cannot-measure', state: 'confirmed' }]);
        const path = `${WATCHES}/${id}`;
        const refused = await member.send('PATCH', path, { from: ['self', 'nowhere'] });
        expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('nowhere')]);
        const edited: Watch = (await member.send('PATCH', path, { from: ['self', 'ams'] })).json()._data;
        expect(edited.from).toEqual(['self', 'ams']);
        expect(Object.keys(edited.facts).filter((fact) => !fact.startsWith('self/'))).toEqual([]);
        const after = await eventually(async () => {
          const watch = await look(member, id);
          expect(watch.facts['ams/records/MX']).toEqual(['shop.example 10 mx9.shop.example.']);
          return watch;
        });
        expect(after.changes.map((change) => change.id)).toEqual(changes.map((change) => change.id));
        const alone: Watch = (await member.send('PATCH', path, { from: ['self'] })).json()._data;
        expect([alone.from, alone.facts['records/MX']]).toEqual([[], ['shop.example 10 mx1.shop.example.']]);
        expect((await look(member, id)).changes).toHaveLength(1);
      },
    );

    inLongSet(it)('are refused for what places cannot do', async () => {
      const { member } = await world('fra');
      const refused = [
        { ...asked, from: ['nowhere'] },
        { ...asked, from: [] },
        { ...asked, from: ['self', 'a1', 'a2', 'a3', 'a4', 'a5'] },
        { ...asked, from: ['../fra'] },
        { tool: 'report', query: { target: 'shop.example' }, from: ['fra'] },
        { tool: 'mac', query: { mac: '00:00:5e:00:53:01' }, from: ['fra'] },
      ];
      for (const body of refused) {
        const answered = await member.post(WATCHES, body);
        expect([answered.statusCode, answered.body]).toEqual([
          400,
          expect.stringMatching(/'from'|has at most 5|has no places/),
        ]);
      }
      expect((await make(member, ['self'])).from).toEqual([]);
    });

    inLongSet(it)('count as one watch for each place', async () => {
      const { member, store } = await world('fra');
      const { id } = (await member.post(WATCHES, asked)).json()._data;
      await fillWatches(store, id, { count: MAX_WATCHES - 4, places: ['fra,ams,self'] });
      const refused = await member.post(WATCHES, { ...asked, from: ['self', 'fra'] });
      expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('1,000 watches')]);
      expect((await member.post(WATCHES, asked)).statusCode).toBe(200);
    });
  },
);
