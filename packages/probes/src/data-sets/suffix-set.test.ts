import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { openSlots } from '../data/open-slots.ts';
import { isRegistrySuffix, registrableDomain, setSuffixList } from '../protocols/public-suffix/registrable-domain.ts';
import { readSuffixList } from '../protocols/public-suffix/suffix-list.ts';
import { suffixSet } from './suffix-set.ts';

/** The list as published by publicsuffix.org on February 9, 2023 (the package publicsuffix of Debian 12), without a version. */
const published = () => readFile('/usr/share/publicsuffix/public_suffix_list.dat', 'utf8');
const withVersion = (text: string, version: string) =>
  text.replace('// Instructions', `// VERSION: ${version}_UTC\n\n// Instructions`);
const never = new AbortController().signal;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-suffixes-'));
});
afterEach(async () => {
  setSuffixList(null);
  await rm(folder, { recursive: true });
});

const open = () => openSlots({ dataFolder: folder, fetch: null, findBundled: () => null }).of(suffixSet);

describe('the list of suffixes', () => {
  it('is taken if it has a date and about as many rules, and used by the next lookup', async () => {
    const set = open();
    expect(await set.current()).toBeNull();
    const file = join(folder, 'public_suffix_list.dat');
    const text = (await published()).replace('com.ac\n', 'com.ac\nsonde-test.ac\n');
    for (const [wrong, reason] of [
      [text, 'does not say of which day'],
      [withVersion(text.slice(0, 100_000), '2026-11-20_08-02-03'), 'It has'],
      [withVersion(text, '2026-11-01_08-02-03'), 'the copy at hand is newer'],
    ] as const) {
      await writeFile(file, wrong);
      await expect(set.renew?.([file], never)).rejects.toThrow(reason);
    }
    await writeFile(file, withVersion(text, '2026-11-20_08-02-03'));
    expect((await set.renew?.([file], never))?.text).toMatch(/now of 2026-11-20T08:02:03\.000Z \(\d{4} rules\)$/);
    expect(registrableDomain('www.example.sonde-test.ac', { withCompanies: false })).toBe('sonde-test.ac');
    setSuffixList(await set.current());
    expect(registrableDomain('www.example.sonde-test.ac', { withCompanies: false })).toBe('example.sonde-test.ac');
    expect(isRegistrySuffix('sonde-test.ac')).toBe(true);
  });

  it('that comes with the product has the date of its package', () => {
    expect(createRequire(import.meta.url)('tldts/package.json')).toMatchObject({ version: '7.5.4' });
  });
});

/* The expectations of checkPublicSuffix, the test of publicsuffix.org, for rules that both lists have. */
test.each([
  ['com', null],
  ['b.example.com', 'example.com'],
  ['example.co.uk', 'example.co.uk'],
  ['co.uk', null],
  ['ck', null],
  ['test.ck', null],
  ['b.test.ck', 'b.test.ck'],
  ['www.ck', 'www.ck'],
  ['www.www.ck', 'www.ck'],
  ['c.kobe.jp', null],
  ['b.c.kobe.jp', 'b.c.kobe.jp'],
  ['city.kobe.jp', 'city.kobe.jp'],
  ['k12.ak.us', null],
  ['test.k12.ak.us', 'test.k12.ak.us'],
  ['xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
  ['xn--55qx5d.cn', null],
  ['example.unlisted-test', 'example.unlisted-test'],
  ['192.0.2.1', null],
  ['2001:db8::1', null],
])('the registrable domain of %s is %s', async (name, domain) => {
  expect(registrableDomain(name, { withCompanies: true })).toBe(domain);
  setSuffixList(readSuffixList(await published(), domainToASCII));
  expect(registrableDomain(name, { withCompanies: true })).toBe(domain);
});

test('finds the same as tldts below most of the suffixes of the list of 2023', async () => {
  const text = await published();
  // The five hundred rules below .museum were removed in 2023.
  const lines = text.split('\n').filter((line) => /^[a-z]/.test(line) && !line.endsWith('.museum'));
  const rules = lines.map(domainToASCII);
  setSuffixList(readSuffixList(text, domainToASCII));
  const different = rules.filter((rule) =>
    [true, false].some((withCompanies) => {
      const name = `a.b.${rule}`;
      return registrableDomain(name, { withCompanies }) !== getDomain(name, { allowPrivateDomains: withCompanies });
    }),
  );
  // Rules that were added, changed or removed since.
  expect(rules.length).toBeGreaterThan(8000);
  expect(different.length).toBeLessThan(0.05 * rules.length);
});
