import { expect, it } from 'vitest';
import { scenes, strangersBeside } from '../testing/strangers.ts';

/** With ten attackers, a stranger may have to wait, but a place is never refused to everybody. */
it.each(Object.entries(scenes))(
  'ten visitors who use all of their allowances on %s refuse it to none of forty strangers',
  async (_, prepare) => {
    const { answered } = await strangersBeside(prepare, { greedy: 10, strangers: 40 });
    expect(answered).toHaveLength(40);
    expect(answered.filter((status) => status === 429 || status >= 500)).toEqual([]);
  },
  300_000,
);
