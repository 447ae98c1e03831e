import { createHash, randomUUID } from 'node:crypto';
import { answerEnvelope, failureEnvelope, ToolError } from '@sonde/contract';
import type { ListOutcome } from '@sonde/contract/lists/list-outcome';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { ssl } from '@sonde/contract/tools/ssl/contract';
import { configuredClient } from '@sonde/service';
import { describe, expect, it } from 'vitest';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { createListStore } from './list-store.ts';

const TOKEN = 'sonde_ours';
const headers = { authorization: `Bearer ${TOKEN}` };
const variables = { SONDE_API_TOKENS: `ours:${createHash('sha256').update(TOKEN).digest('hex')}` };
const checkedAt = '2026-11-29T20:00:00.000Z';

const certificate = (target: string, validUntil: string): ListOutcome => ({
  ...{ target, tool: 'ssl' },
  outcome: answerEnvelope({ ...answerOf(ssl, { validUntil }), checkedAt, gaps: [], findings: [] }),
});
const outcomes: readonly ListOutcome[] = [
  certificate('later.example', '2027-02-17T20:22:06.000Z'),
  certificate('before.example', '2026-12-01T20:00:00.000Z'),
  { target: 'gone.example', tool: 'ssl', outcome: failureEnvelope(new ToolError('timeout', 'No answer.')) },
];

describe.each(oneAccountStore())('the expiry of what a list has looked up, in the %s store', (_kind, ofStore) => {
  const serve = accountServers(ofStore);

  it('is in JSON and CSV, and missing from what was stored without it', async () => {
    const { app, accounts } = await serve(variables);
    const lists = createListStore(accounts.store);
    const id = randomUUID();
    const estimate = { lookups: outcomes.length, seconds: 1, because: null };
    const items = outcomes.map(({ target, tool }, position) => ({ position, target, tool, place: null }));
    await lists.add(
      { owner: configuredClient('ours'), network: null },
      { id, name: '', tools: ['ssl'], from: [], estimate },
      items,
      async () => {},
    );
    for (const [position, outcome] of outcomes.entries()) await lists.end(id, position, outcome);
    await lists.endList(id);
    // As it was stored before there was an expiry.
    const former = (await lists.found(id))[1];
    const { expiresAt, ...found } = former ?? { expiresAt: undefined };
    expect(expiresAt).toBe('2026-12-01T20:00:00.000Z');
    await accounts.store.use((db) =>
      db
        .updateTable('list_items')
        .set({ found: JSON.stringify(found) })
        .where('list_id', '=', id)
        .where('position', '=', 1)
        .execute(),
    );

    const read = async (query = '') => app.inject({ url: `/api/v2/lists/${id}${query}`, headers });
    const state = (await read()).json()._data;
    expect(state.items.map((one: object) => ('expiresAt' in one ? one.expiresAt : 'none'))).toEqual([
      '2027-02-17T20:22:06.000Z',
      'none',
      null,
    ]);
    const lines = (await read('?format=csv')).body.trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(-3).join(','))).toEqual([
      'Measured,Expires,Days left',
      `${checkedAt},2027-02-17T20:22:06.000Z,80`,
      `${checkedAt},,`,
      expect.stringMatching(/,,$/),
    ]);
  });
});
