import { describe, expect, it } from 'vitest';
import type { Fact } from '../fact/fact.ts';
import { factsFrom } from '../fact/fact.ts';
import { answerOf } from '../testing/answer-of.ts';
import { type ToolId, tools } from '../tools/index.ts';
import { answerFacts } from './answer-facts.ts';
import { factLabel } from './change-labels.ts';
import { changesInWords } from './change-words.ts';
import { compareFacts } from './compare.ts';

const facts = (...all: Fact[]) => factsFrom(all);
const dns = (rows: readonly string[][], more: object = {}) =>
  answerOf(tools.dns, {
    gaps: [],
    types: null,
    records: rows.length === 0 ? [] : [{ recordName: 'A', titles: [], data: rows }],
    ...more,
  });

describe('two answers', () => {
  it('differ in new, removed and changed facts', () => {
    const before = facts(['a', null], ['b', ['x']], ['c', 1], ['d', ['x', 'y']], ['e', false], ['f', 'same']);
    const after = facts(['a', 'now'], ['b', []], ['c', 2], ['d', ['y', 'z']], ['e', true], ['f', 'same']);
    const { changes, compared } = compareFacts(before, after);
    expect(compared).toBe(6);
    expect(changes.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'a new',
      'b gone',
      'c changed',
      'd changed',
      'e changed',
    ]);
    expect(changes[3]).toMatchObject({ added: ['z'], removed: ['x'] });
  });

  it('do not differ in facts that only one of them has', () => {
    expect(compareFacts(facts(['a', 'x'], ['b', 'y']), facts(['b', 'y'], ['c', 'z']))).toEqual({
      changes: [],
      compared: 1,
    });
  });
});

describe('changes in words', () => {
  it('name added and removed list members, and both values of other facts', () => {
    const before = dns([['a.example', '192.0.2.1', '60']], { authenticated: true });
    const after = dns([['a.example', '192.0.2.2', '30']], { authenticated: false });
    const { changes } = changesInWords('dns', before, after);
    expect(changes).toEqual([
      { kind: 'changed', label: 'A records', text: 'New: a.example 192.0.2.2. Gone: a.example 192.0.2.1.' },
      { kind: 'changed', label: 'DNSSEC', text: 'not validated; it was validated.' },
    ]);
    expect(changesInWords('dns', before, before).changes).toEqual([]);
  });

  it('say that there was no value before, or that there is none now', () => {
    const registration = (more: object) => answerOf(tools.whois, { gaps: [], registration: more });
    const [none, some] = [registration({ handle: null }), registration({ handle: 'H-1' })];
    expect(changesInWords('whois', none, some).changes).toEqual([
      { kind: 'new', label: 'Handle', text: 'H-1; there was none before.' },
    ]);
    expect(changesInWords('whois', some, none).changes).toEqual([
      { kind: 'gone', label: 'Handle', text: 'No longer there; it was H-1.' },
    ]);
  });

  it('ignore contacts that were withheld from the earlier answer', () => {
    const holder = {
      role: 'registrant',
      name: 'Jane Doe',
      organization: null,
      email: null,
      phone: null,
      country: null,
    };
    const registration = (contacts: object[]) => answerOf(tools.whois, { gaps: [], registration: { contacts } });
    const [without, current] = [registration([]), registration([holder])];
    expect(changesInWords('whois', without, current).changes).toHaveLength(1);
    expect(changesInWords('whois', without, current, true).changes).toEqual([]);
  });
});

it.each(Object.keys(tools) as ToolId[])('every fact of %s has a label', (id) => {
  const paths = [...answerFacts(id, answerOf(tools[id])).keys()];
  expect(paths.filter((path) => factLabel(id, path) === path)).toEqual([]);
});
