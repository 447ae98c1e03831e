import { randomBytes, randomUUID } from 'node:crypto';
import { answerEnvelope } from '@sonde/contract';
import type { ListedOutcome, ListOutcome } from '@sonde/contract/lists/list-outcome';
import { describe, expect, it } from 'vitest';
import { accountServers, oneAccountStore } from '../testing/account-stores.ts';
import { createListStore } from './list-store.ts';

const KB = 1_000;

describe.each(oneAccountStore())('the answers of lists in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);

  /** Random text, which cannot be compressed to less than three quarters. */
  const outcome = (index: number): ListOutcome => ({
    ...{ target: `n${index}.example`, tool: 'dns' },
    outcome: answerEnvelope({ text: randomBytes(10 * KB).toString('base64'), gaps: [], findings: [] }) as never,
  });

  async function lists(room: { readonly maxOfOwner: number; readonly maxInAll: number }) {
    const { accounts } = await serve();
    const store = createListStore(accounts.store, room);
    const add = async (owner: string) => {
      const id = randomUUID();
      const items = Array.from({ length: 10 }, (_, position) => ({
        position,
        target: `n${position}.example`,
        tool: 'dns',
        place: null,
      }));
      const estimate = { lookups: 10, seconds: 1, because: null };
      await store.add(
        { owner, network: null },
        { id, name: '', tools: ['dns'], from: [], estimate },
        items,
        async () => {},
      );
      for (const { position } of items) await store.end(id, position, outcome(position));
      await store.endList(id);
      return id;
    };
    const keptIn = async (id: string) => {
      const all: ListedOutcome[] = [];
      for await (const some of store.outcomes(id)) all.push(...some);
      const whole = all.filter(({ outcome: one }) => one?.success).length;
      const leftOut = all.filter(({ outcome: one }) => one?.success === false && one.code === 'left-out').length;
      expect((await store.found(id)).every(({ failure }) => failure === null)).toBe(true);
      return { whole, leftOut };
    };
    return { store, add, keptIn };
  }

  it('are stored until their owner has no room left; then what was found remains, without the answers', async () => {
    const { store, add, keptIn } = await lists({ maxOfOwner: 55 * KB, maxInAll: 1_000 * KB });
    const first = await add('one');
    expect(await keptIn(first)).toEqual({ whole: 5, leftOut: 5 });
    expect(await keptIn(await add('one'))).toEqual({ whole: 0, leftOut: 10 });
    expect(await keptIn(await add('another'))).toEqual({ whole: 5, leftOut: 5 });
    await store.remove('one', first);
    expect((await keptIn(await add('one'))).whole).toBeGreaterThan(3);
  });

  it('leave room to everything else in the store', async () => {
    const { add, keptIn } = await lists({ maxOfOwner: 1_000 * KB, maxInAll: 125 * KB });
    expect(await keptIn(await add('one'))).toEqual({ whole: 10, leftOut: 0 });
    expect((await keptIn(await add('another'))).whole).toBeLessThan(3);
  });
});
