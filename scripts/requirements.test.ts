import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { idsInTitles, readRequirements, reviewRequirements } from './requirements.mjs';

/** Stands for the letter of the numbers, so that the titles below are not titles of this file. */
const numbered = (text: string) => text.replaceAll('§', 'R');

const document = numbered(`# Requirements

Finished: dns

- **§1.1** \`dns\` Domain tools: DNS lookup.
- **§1.2** \`ping\` Network tools: ping. See §1.1.
`);

const fileOf = (source: string, name = 'packages/x.test.ts') => ({ name, source: numbered(source) });

test('every kind of title counts, other text does not', () => {
  const source = numbered(`
    describe('§1.1 one', () => {});
    test("§1.2, §1.3: it's two", async () => {});
    test.each([
      ['§9.9', 1],
    ])(\`§1.4 %s\`, () => {});
    test.describe('§1.5', () => {});
    test.skip('§9.8', () => {});
    test('no §9.7x', () => {}); // §9.6
    test('§9.3 in the long set only', { tag: '@long' }, () => {});
    test('§9.2 in the long set only', long, () => {});
    test('§9.1 in the long set only', { tag: [embedded.tag, long.tag] }, () => {});
    inLongSet(test)('§9.0 in the long set only', () => {});
    inLongSet(test).each([1, 2])('§9.01 in the long set only', () => {});
    expect('§9.5').toBe('§9.4');
  `);
  expect(idsInTitles(source)).toEqual(['1.1', '1.2', '1.3', '1.4', '1.5'].map((number) => `R${number}`));
});

test('a document whose finished milestones are tested has no problem', () => {
  const { lines, problems } = reviewRequirements(document, [fileOf("test('§1.1 asks', () => {})", 'e2e/dns.spec.ts')]);
  expect(problems).toEqual([]);
  expect(lines).toContain('dns: 1 of 1 tested, 1 in the browser');
  expect(lines).toContain(numbered('ping: 0 of 1 tested, 0 in the browser; untested: §1.2'));
});

test.each([
  [
    'an untested requirement of a finished milestone',
    document,
    '',
    '§1.1 (dns) has no test: Domain tools: DNS lookup.',
  ],
  ['an unknown number', document, "test('§1.1 §7.7', f)", 'packages/x.test.ts names §7.7, which is no requirement.'],
  [
    'a number given twice',
    `${document}${numbered('- **§1.2** `ping` Again.\n')}`,
    "test('§1.1', f)",
    '§1.2 is given twice in docs/requirements.md.',
  ],
  [
    'an unknown milestone',
    document.replace('`ping`', '`pong`'),
    "test('§1.1', f)",
    "§1.2 belongs to 'pong', which is no milestone.",
  ],
  [
    'an unknown finished milestone',
    document.replace('Finished: dns', 'Finished: dns, pong'),
    "test('§1.1', f)",
    "'pong' is said to be finished and is no milestone.",
  ],
  ['an empty document', '', '', 'docs/requirements.md has no requirement that can be read.'],
])('%s is a problem', (_, markdown, source, problem) => {
  expect(reviewRequirements(markdown, [fileOf(source)]).problems).toEqual([numbered(problem)]);
});

test('every row of the real document is read', () => {
  const markdown = readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8');
  const rows = markdown.split('\n').filter((line) => /^- \*\*R\d/.test(line));
  const { requirements } = readRequirements(markdown);
  expect(requirements).toHaveLength(rows.length);
  expect(requirements.length).toBeGreaterThan(200);
});
