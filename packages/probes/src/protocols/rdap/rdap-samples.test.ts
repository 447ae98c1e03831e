import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Subject } from '../whois-text/questions.ts';
import type { JsonObject } from './json-values.ts';
import { readRdapAnswer } from './rdap-answer.ts';
import { readRdapFacts } from './rdap-facts.ts';

const folder = new URL('./samples/', import.meta.url);
interface Sample {
  readonly documented: string;
  readonly subject: Subject;
  /** What must be read from the answer. */
  readonly expected: Readonly<Record<string, string | null>>;
  readonly answer: JsonObject;
}
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
const sampleOf = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Sample;

function read(name: string) {
  const { answer, subject } = sampleOf(name);
  const found = readRdapAnswer(JSON.stringify(answer), subject);
  const facts = found.kind === 'object' ? readRdapFacts(found.object) : expect.fail(`${name} is ${found.kind}`);
  const holder = facts.contacts.find(({ role }) => role === 'registrant');
  return { ...facts, holder: holder?.organization ?? holder?.name ?? null, abuse: facts.abuse?.email ?? null };
}

it.each(names)('%s says where its structure is documented publicly', (name) => {
  expect(sampleOf(name).documented).toMatch(/https:\/\/[a-z0-9.-]+\.[a-z]+\/\S*/);
});

it.each(names)('%s', (name) => expect(read(name)).toMatchObject(sampleOf(name).expected));

const card = (name: string, kind = 'individual') => [
  'vcard',
  [
    ['fn', {}, 'text', name],
    ['kind', {}, 'text', kind],
  ],
];

describe('RIPE maintainers are never holders', () => {
  it.each([
    ['ripe-autnum', 'RIPE-NCC-END-MNT', 'Example Internet B.V.'],
    ['ripe-network-maintainer-first', 'EXAMPLE-MAINT', 'Example Limited'],
    ['ripe-network-maintainers-only', 'EXAMPLE-MAINT', null],
  ])('the holder of %s is not «%s»', (name, maintainer, holder) => {
    const found = read(name);
    expect(found.holder).toBe(holder);
    expect(JSON.stringify(found.contacts)).not.toContain(maintainer);
  });

  it('a person is the holder where there is no organisation', () => {
    const entities = [
      { handle: 'A-MNT', roles: ['registrant'], vcardArray: card('A-MNT') },
      { handle: 'P1-RIPE', roles: ['registrant'], vcardArray: card('Jane Doe') },
    ];
    expect(readRdapFacts({ entities }).contacts).toMatchObject([{ role: 'registrant', name: 'Jane Doe' }]);
  });

  it('an organisation named by its own key is not a maintainer', () => {
    const entities = [{ handle: 'EXAMPLE', roles: ['registrant'], vcardArray: card('Example', 'org') }];
    expect(readRdapFacts({ entities }).contacts).toMatchObject([{ role: 'registrant', organization: 'Example' }]);
  });
});
