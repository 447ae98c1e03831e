import { describe, expect, it } from 'vitest';
import type { AnyTool } from '../tool.ts';
import { tools } from '../tools/index.ts';
import { isAskedElsewhere, readFrom, refuseBurden, unknownPlaces } from './asked-elsewhere.ts';
import { MAX_PLACES_ASKED } from './places.ts';

const all = Object.values<AnyTool>(tools);
const invalid = (message: RegExp) =>
  expect.objectContaining({ code: 'invalid-input', field: 'from', message: expect.stringMatching(message) });

describe('which tools are asked elsewhere', () => {
  it('those that contact somebody, and do not always burden their target', () => {
    const ids = all.filter(isAskedElsewhere).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['dns', 'ssl', 'ping', 'traceroute', 'web']));
    expect(ids).not.toContain('mac');
    expect(ids).not.toContain('subdomain');
  });

  it('refuses single lookups that burden their target', () => {
    expect(() => refuseBurden(tools.ssl, { domain: 'a.example', deep: true })).toThrow(/burdens its target/);
    expect(() => refuseBurden(tools.ssl, { domain: 'a.example', deep: false })).not.toThrow();
  });
});

describe('from', () => {
  it('names each place once, in the order given', () => {
    expect(readFrom('fra, self,fra,ams')).toEqual(['fra', 'self', 'ams']);
    expect(readFrom(['ams', 'fra', 'ams'])).toEqual(['ams', 'fra']);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', '', /ids of places/],
    ['an empty list', [], /ids of places/],
    ['a stray comma', 'fra,', /ids of places/],
    ['a path', '../fra', /ids of places/],
    ['capital letters', 'FRA', /ids of places/],
    ['numbers', [1], /ids of places/],
    ['an object', { length: 1 }, /separated by commas/],
    ['null', null, /separated by commas/],
    ['too many', Array.from({ length: MAX_PLACES_ASKED + 1 }, () => 'fra'), /at most 64/],
  ])('refuses %s', (_what, from, message) => {
    expect(() => readFrom(from)).toThrow(invalid(message));
  });

  it('says which places do not exist', () => {
    expect(unknownPlaces(['nowhere', 'gone'])).toEqual(invalid(/does not have: nowhere, gone\.$/));
  });
});
