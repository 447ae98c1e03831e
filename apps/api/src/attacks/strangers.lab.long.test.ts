import { expect, it } from 'vitest';
import { scenes, strangersBeside } from '../testing/strangers.ts';
import './strangers.lab.test.ts';

/** More attackers than one target of traceroute has places hold one each, and a stranger may not have more than they. */
const { 'a target of traceroute': _, ...others } = scenes;

it.each(Object.entries(others))(
  'ten visitors who use all of their allowances on %s refuse it to none of forty strangers',
  async (_name, prepare) => {
    const { answered } = await strangersBeside(prepare, { greedy: 10, strangers: 40 });
    expect(answered).toHaveLength(40);
    expect(answered.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  },
  300_000,
);
