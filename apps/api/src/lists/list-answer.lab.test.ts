import { createHash, randomUUID } from 'node:crypto';
import { answerEnvelope, failureEnvelope, ToolError } from '@sonde/contract';
import type { ListedOutcome } from '@sonde/contract/lists/list-outcome';
import { configuredClient } from '@sonde/service';
import { describe, expect, it } from 'vitest';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { createListStore } from './list-store.ts';

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const [OURS, THEIRS] = ['sonde_ours', 'sonde_theirs'];
const variables = { SONDE_API_TOKENS: `ours:${hash(OURS)},theirs:${hash(THEIRS)}` };
const checkedAt = '2026-11-29T20:00:00.000Z';

const answer = (serial: number) => answerEnvelope({ serial, checkedAt, gaps: [], findings: [] });
const failure = failureEnvelope(new ToolError('timeout', 'No answer.'));
const at = { target: 'a.example', tool: 'dns' };
const alone: readonly ListedOutcome[] = [
  { ...at, outcome: answer(1) },
  { ...at, tool: 'mail', outcome: answer(2) },
  { ...at, target: 'b.example', outcome: failure },
];
const placed: readonly ListedOutcome[] = [
  { ...at, place: 'self', outcome: answer(3) },
  { ...at, place: 'fra', outcome: answer(4) },
  { ...at, place: 'gone', state: 'offline', outcome: null },
];

describe.each(oneAccountStore())('the kept answer of one lookup of a list, in the %s store', (_kind, ofStore) => {
  const serve = accountServers(ofStore);

  async function lists() {
    const { app, accounts } = await serve(variables);
    const store = createListStore(accounts.store);
    async function add(outcomes: readonly ListedOutcome[]) {
      const id = randomUUID();
      const from = outcomes.flatMap(({ place }) => place ?? []);
      const estimate = { lookups: outcomes.length, seconds: 1, because: null };
      const items = outcomes.map(({ target, tool, place = null }, position) => ({ position, target, tool, place }));
      await store.add(
        { owner: configuredClient('ours'), network: null },
        { id, name: '', tools: ['dns', 'mail'], from, estimate },
        [...items, { ...at, target: 'open.example', position: items.length, place: null }],
        async () => {},
      );
      for (const [position, outcome] of outcomes.entries()) await store.end(id, position, outcome);
      await store.endList(id);
      return id;
    }
    const read = async (id: string, lookup: Record<string, string>, token = OURS) => {
      const url = `/api/v2/lists/${id}/answer?${new URLSearchParams(lookup)}`;
      const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      return { status: reply.statusCode, kept: reply.json()._data };
    };
    return { add, read };
  }

  it('is that of its target, tool and place, whole and with its time; a failure is kept as well', async () => {
    const { add, read } = await lists();
    const [own, several] = [await add(alone), await add(placed)];
    const serials = [
      await read(own, at),
      await read(own, { ...at, tool: 'mail' }),
      await read(several, { ...at, place: 'self' }),
      await read(several, { ...at, place: 'fra' }),
    ].map(({ kept }) => kept.outcome._data.serial);
    expect(serials).toEqual([1, 2, 3, 4]);
    expect((await read(own, at)).kept).toEqual({ ...at, measuredAt: checkedAt, outcome: answer(1) });
    expect((await read(several, { ...at, place: 'fra' })).kept.place).toBe('fra');
    expect((await read(own, { ...at, target: 'b.example' })).kept.outcome).toMatchObject({ success: false });
  });

  it('is missing where no answer was kept, and for everybody but its owner', async () => {
    const { add, read } = await lists();
    const [own, several] = [await add(alone), await add(placed)];
    const statuses = [
      await read(own, { ...at, target: 'open.example' }),
      await read(own, { ...at, target: 'other.example' }),
      await read(own, { ...at, place: 'fra' }),
      await read(several, { ...at, place: 'gone' }),
      await read(own, at, THEIRS),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
    expect((await read(own, { target: 'a.example' })).status).toBe(400);
  });
});
