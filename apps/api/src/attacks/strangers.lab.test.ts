import { expect, it } from 'vitest';
import { isLong } from '../../../../scripts/test/vitest-settings.ts';
import { scenes, strangersBeside } from '../testing/strangers.ts';

/** What a stranger is told: an answer, or that there is none; never that the server or the target has no place. */
const isAnswered = (status: number) => status === 200 || status === 404;

/** Pings and traces of one target are spaced, so that more of them take long. */
const strangers: Readonly<Record<keyof typeof scenes, number>> = {
  'the resolver': 20,
  'the name servers of a domain': 20,
  'the TLS servers of an address': 20,
  'a target of ping': 4,
  'a target of traceroute': 4,
};

const names = Object.keys(scenes) as (keyof typeof scenes)[];
/** What all lookups share. */
const inShortSet: readonly (keyof typeof scenes)[] = ['the resolver'];

it.each(isLong ? names.filter((name) => !inShortSet.includes(name)) : inShortSet)(
  'one visitor who uses all of his allowance on %s refuses it to no stranger',
  async (scene) => {
    const { answered } = await strangersBeside(scenes[scene], { greedy: 1, strangers: strangers[scene] });
    expect(answered).toHaveLength(strangers[scene]);
    expect(answered.filter((status) => !isAnswered(status))).toEqual([]);
  },
  120_000,
);
