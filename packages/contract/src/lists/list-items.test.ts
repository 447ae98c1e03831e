import { expect, it } from 'vitest';
import { tools } from '../tools/index.ts';
import { listItems, turnOf, unusedTargets } from './list-items.ts';
import { targetsOfLookups } from './list-target.ts';
import { readList } from './read-list.ts';

const listed = (text: string, ...ids: readonly (keyof typeof tools)[]) => {
  const { targets } = readList(text);
  const asked = ids.map((id) => tools[id]);
  return {
    items: listItems(targets, asked),
    skipped: unusedTargets(targets, asked).map(({ target }) => target),
  };
};

it('a port is for the tools that take one; the others look up the host, once', () => {
  const { items, skipped } = listed('mail.a.example:465\nmail.a.example:993\n192.0.2.1:25', 'dns', 'ssl');
  expect(items.map(({ tool, question }) => [tool.id, question])).toEqual([
    ['dns', { domain: 'mail.a.example' }],
    ['ssl', { domain: 'mail.a.example:465' }],
    ['ssl', { domain: 'mail.a.example:993' }],
    ['ssl', { domain: '192.0.2.1:25' }],
  ]);
  expect(skipped).toEqual([]);
  for (const { tool, question } of items) expect(tool.query.safeParse(question).success).toBe(true);
});

it('lookups of several ports of a host take turns', () => {
  const { items } = listed('mail.a.example:465\nwww.a.example:8443\n192.0.2.1:25\n192.0.2.9', 'ssl');
  const keys = items.map((item) => turnOf(item).key);
  expect(keys).toEqual(['servers a.example', 'servers a.example', 'servers 192.0.2', 'servers 192.0.2']);
});

it('targets that none of the tools accepts are named', () => {
  const { items, skipped } = listed('a.example\n00:00:5e:00:53:01\nAS64496', 'dns', 'ssl');
  expect([items.length, skipped]).toEqual([2, ['00:00:5e:00:53:01', 'AS64496']]);
});

it.each([
  ['a.example:465\nb.example', ['a.example:465', 'b.example']],
  ['a.example:465\na.example\nb.example', ['a.example:465', 'a.example', 'b.example']],
])('the targets of %j are those of its lookups', (text, targets) => {
  const { items } = listed(text, 'dns', 'ssl');
  const lookups = items.map(({ tool, target }) => ({ tool: tool.id, target: target.target }));
  expect(targetsOfLookups(lookups).toSorted()).toEqual([...targets].toSorted());
});
