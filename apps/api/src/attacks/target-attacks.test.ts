import { type AnyTool, tools } from '@sonde/contract';
import { exampleOf } from '@sonde/contract/targets/kind-words';
import { targetKinds } from '@sonde/contract/targets/target-kinds';
import { readTargetOrUrl } from '@sonde/contract/targets/url';
import { hostileSpellings, insideNames } from '@sonde/lab';
import { describe, expect, it } from 'vitest';
import { queryAttacks } from './query-attacks.ts';
import { targetAttacks } from './target-attacks.ts';

const hostile = { spellings: hostileSpellings, names: { 'a name that leads inside': insideNames } };

/** A tool that takes only one kind of target, as a new tool might. */
const toolOf = (kind: (typeof targetKinds)[number]): AnyTool => ({
  ...tools.dns,
  targetKinds: [kind],
  contacts: [],
  example: { domain: exampleOf(kind) },
});

/** The target in the request line of an attack. */
function targetOf(bytes: string): string {
  return new URL(bytes.split(' ')[1] ?? '', 'http://sonde.example').searchParams.get('domain') ?? '';
}

describe.each(targetKinds)('the attacks on a tool that takes %s', (kind) => {
  it('expect 400 for every target that the tool does not take, and also other statuses for those it takes', () => {
    for (const { bytes, statuses } of targetAttacks([toolOf(kind)], hostile)) {
      const isTaken = readTargetOrUrl(targetOf(bytes), [kind]) !== null;
      if (isTaken) expect(statuses.some((status) => status !== 400)).toBe(true);
      else expect(statuses, bytes).toContain(400);
    }
  });

  it('include malformed queries with a target that the tool takes', () => {
    const [attack] = queryAttacks([toolOf(kind)], 'fast.test').filter(({ category }) => category.includes('many'));
    expect(readTargetOrUrl(targetOf(attack?.bytes ?? ''), [kind])).not.toBeNull();
  });
});
