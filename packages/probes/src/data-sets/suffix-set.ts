import { domainToASCII } from 'node:url';
import { type DataSlot, UpdateRefused } from '../data/data.ts';
import { readSuffixList, type SuffixList } from '../protocols/public-suffix/suffix-list.ts';
import { type CompiledText, type StoredSet, storedSet } from './stored-set.ts';

/** There are seven thousand of registries; the list grows. */
const LEAST = { registries: 6000, companies: 1500 };
const LEAST_SHARE = 0.9;

/** The Public Suffix List; the value of the bundled copy is null: that of tldts. */
export const suffixSet: DataSlot<StoredSet<SuffixList | null>> = storedSet<SuffixList | null>({
  facts: {
    id: 'public-suffix',
    name: 'Suffixes of registries',
    publisher: 'publicsuffix.org (Mozilla)',
    source: 'https://publicsuffix.org/list/',
    licence: 'MPL 2.0',
    oldAfterDays: 180,
    expiredAfterDays: null,
    // The publisher asks for no more than once a day.
    everyDays: 7,
  },
  files: ['public_suffix_list.dat'],
  filesOf: (source) => [source],
  maxBytes: 4 * 1024 * 1024,
  accept: 'text/plain',
  // When tldts 7.5.4, which contains the list, was published.
  bundled: { date: '2026-11-15T09:00:35.000Z', text: '' },
  compile: ([file = Buffer.alloc(0)]) => compile(file.toString()),
  parse: ({ text }) => (text === '' ? null : readSuffixList(text, domainToASCII)),
  whyImplausible(before, after) {
    const { registries = 0, companies = 0 } = after?.counts ?? {};
    const least = (kind: keyof typeof LEAST) => LEAST_SHARE * (before?.counts[kind] ?? LEAST[kind]);
    if (registries >= least('registries') && companies >= least('companies')) return null;
    return `It has ${registries} rules of registries and ${companies} of companies, where at least ${least('registries')} and ${least('companies')} are expected.`;
  },
  summary: (list) => (list === null ? 'that of tldts' : `${list.counts.registries + list.counts.companies} rules`),
});

/** The date is in the head of the list: `// VERSION: 2026-11-15_08-02-03_UTC`. Comments are left out, but for its two parts. */
function compile(text: string): CompiledText {
  const [, day, time] = /^\/\/ VERSION: (20\d\d-\d\d-\d\d)_(\d\d-\d\d-\d\d)_UTC\s*$/m.exec(text) ?? [];
  const date = new Date(day === undefined ? Number.NaN : `${day}T${time?.replaceAll('-', ':')}.000Z`);
  if (Number.isNaN(date.getTime())) throw new UpdateRefused('The list of suffixes does not say of which day it is.');
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && (!line.startsWith('//') || line.includes('===BEGIN')));
  return { date: date.toISOString(), text: lines.join('\n') };
}
