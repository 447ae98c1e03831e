import type { CaaOf } from '@sonde/contract/watch/certificates/caa';
import type { Issuance } from '@sonde/contract/watch/certificates/issuance';
import type { Expectations } from '@sonde/contract/watch/certificates/judge';
import { describe, expect, it } from 'vitest';
import { stateOf, type WatchMemory } from './memory.ts';
import { observeFailure, type WatchStep } from './observe.ts';
import { type CertificateWatching, certificatesQuestion, observeCertificates } from './observe-certificates.ts';

const START_MS = Date.parse('2026-11-22T04:06:00.000Z');
const DAY_MS = 86_400_000;
const expected: Expectations = { domain: 'shop.example', keys: [], issuers: [], accounts: [], isCaaEnough: false };

let made = 0;
function issued(serial: string, more: Partial<Issuance> = {}): Issuance {
  return {
    ...{ id: `issuer ${serial}`, issuer: 'CN=R1,O=Lab Authority', serial, keySha256: `key of ${serial}` },
    ...{ names: ['shop.example'], notBefore: '2026-11-23T00:00:00.000Z', notAfter: '2027-02-20T00:00:00.000Z' },
    ...{ isPrecertificate: false, caaDomains: null },
    ...more,
  };
}

/** A watch of certificates whose looks at the search a test decides, one a day. */
function watch(more: Partial<Expectations> = {}) {
  const watching: CertificateWatching = {
    expected: { ...expected, ...more },
    everySeconds: 86_400,
    confirmSeconds: 60,
    newId: () => String(++made),
  };
  let memory: WatchMemory | null = null;
  let atMs = START_MS;
  const taken = (step: WatchStep) => {
    // What is remembered is stored as JSON.
    memory = JSON.parse(JSON.stringify(step.memory)) as WatchMemory;
    atMs += DAY_MS;
    return step;
  };
  return {
    memory: () => memory,
    question: () => certificatesQuestion(memory, watching),
    look(
      issuances: readonly Issuance[],
      seen: { keys?: Record<string, string | null>; isComplete?: boolean; search?: string } = {},
    ) {
      const { keys = {}, isComplete = true, search = 'search.example' } = seen;
      const caa: CaaOf = new Map();
      const servedKeys = new Map(Object.entries(keys));
      const cursor = `cursor ${atMs}`;
      return taken(
        observeCertificates(memory, watching, { search, issuances, cursor, isComplete, servedKeys, caa }, atMs),
      );
    },
    fail: () => taken(observeFailure(memory, { ...watching, rules: {}, quiet: [] }, 'source-failed', atMs)),
  };
}

const serials = ({ changes }: WatchStep) => changes.map(({ kind, path }) => `${kind} ${path}`);

describe('a watch of certificates', () => {
  it('tells nothing of what it finds at first, and each new one once', () => {
    const { look, memory } = watch();
    expect(serials(look([issued('01'), issued('02')]))).toEqual([]);
    expect(serials(look([]))).toEqual([]);
    const told = look([issued('03')]);
    expect(serials(told)).toEqual(['unexpected certificate/03']);
    expect(told.changes[0]).toMatchObject({ state: 'confirmed', weight: 'high', before: null });
    expect(serials(look([issued('03'), issued('01')]))).toEqual([]);
    expect(memory() && stateOf(memory() as WatchMemory)).toEqual({
      certificates: 3,
      issuers: ['Lab Authority'],
      unexpected: 1,
    });
  });

  it('takes a precertificate and its certificate for one, also if one was there at first', () => {
    const { look } = watch();
    look([issued('01', { isPrecertificate: true })]);
    expect(serials(look([issued('01')]))).toEqual([]);
    expect(serials(look([issued('02', { isPrecertificate: true })]))).toHaveLength(1);
    expect(serials(look([issued('02')]))).toEqual([]);
  });

  it('goes on soon while the first look has not come to the end, and tells nothing until it has', () => {
    const { look } = watch();
    expect(look([issued('01')], { isComplete: false }).nextSeconds).toBe(60);
    const end = look([issued('02')]);
    expect([serials(end), end.nextSeconds]).toEqual([[], 86_400]);
    expect(serials(look([issued('03')]))).toHaveLength(1);
  });

  it('knows again the keys that servers have presented, at any earlier look too', () => {
    const { look } = watch();
    look([issued('01')], { keys: { 'shop.example': 'ours', 'away.shop.example': null } });
    expect(serials(look([issued('02', { keySha256: 'ours' })]))).toEqual([]);
    expect(serials(look([issued('03', { keySha256: 'new' })], { keys: { 'shop.example': 'new' } }))).toEqual([]);
    expect(serials(look([issued('04', { keySha256: 'theirs' })], { keys: { 'shop.example': 'new' } }))).toHaveLength(1);
  });

  it('asks servers and records only about what is new and not named', () => {
    const { look, question } = watch({ issuers: ['lab authority'] });
    expect([question().last, question().isOpen(issued('01', { issuer: 'CN=X' }))]).toEqual([null, false]);
    look([issued('01', { issuer: 'CN=X' })]);
    const { last, isOpen } = question();
    expect(last).toEqual({ search: 'search.example', cursor: `cursor ${START_MS}` });
    const open = [issued('01', { issuer: 'CN=X' }), issued('02', { issuer: 'CN=X' }), issued('03')].map(isOpen);
    expect(open).toEqual([false, true, false]);
    expect(serials(look([issued('03')]))).toEqual([]);
  });

  it('tells of nothing older than itself when another search is asked from its beginning', () => {
    const { look } = watch();
    look([issued('01')]);
    const old = issued('02', { notBefore: '2026-10-01T00:00:00.000Z' });
    const [other, more] = [{ search: 'other.example', isComplete: false }, { search: 'other.example' }];
    expect(serials(look([issued('01'), old, issued('03')], other))).toEqual(['unexpected certificate/03']);
    const older = issued('04', { notBefore: '2026-10-02T00:00:00.000Z' });
    expect(serials(look([older], more))).toEqual([]);
    const late = issued('05', { notBefore: '2026-10-03T00:00:00.000Z' });
    expect(serials(look([late], more))).toEqual(['unexpected certificate/05']);
  });

  it('tells of what the search has found late, and of nothing about others', () => {
    const { look } = watch();
    look([issued('01')]);
    const late = issued('02', { notBefore: '2026-08-01T00:00:00.000Z' });
    const others = issued('03', { names: ['shop.example.org', 'notshop.example'] });
    const wildcard = issued('04', { names: ['*.example'] });
    expect(serials(look([late, others, wildcard, issued('05', { names: [] })]))).toEqual([
      ...['unexpected certificate/02', 'unexpected certificate/04', 'unexpected certificate/05'],
    ]);
  });

  it('tells once that the search cannot be asked, once that it can again, and then what came meanwhile', () => {
    const { look, fail, memory } = watch();
    look([issued('01')]);
    const cursor = memory()?.certificates?.cursor;
    const failures = Array.from({ length: 5 }, () => serials(fail()));
    expect(failures).toEqual([[], [], ['cannot-measure measurement'], [], []]);
    expect(memory()?.certificates?.cursor).toBe(cursor);
    expect(serials(look([issued('02')]))).toEqual(['back measurement', 'unexpected certificate/02']);
    expect(serials(look([]))).toEqual([]);
  });

  it('remembers a domain with many certificates in a limited space', () => {
    const { look, memory } = watch();
    const many = (from: number) => Array.from({ length: 1_000 }, (_, index) => issued(String(from + index)));
    for (let from = 0; from < 8_000; from += 1_000) look(many(from));
    const { certificates } = memory() as WatchMemory;
    expect([certificates?.count, certificates?.seen.length, certificates?.told.length]).toEqual([8_000, 5_000, 1_000]);
    expect(JSON.stringify(certificates).length).toBeLessThan(150_000);
    expect(serials(look(many(7_000)))).toEqual([]);
  });
});
