import { expect, it } from 'vitest';
import { quotedStrings } from './dns/quoted-strings.ts';
import { csvCell } from './escaping/csv-cell.ts';
import { markdownCell } from './escaping/markdown-text.ts';
import { sarifMessage } from './escaping/sarif-message.ts';
import { withUnicodeNames } from './table/unicode-column.ts';
import { toUnicodeName } from './targets/unicode-name.ts';

const LENGTH = 64_000;
const fill = (part: string) => part.repeat(Math.ceil(LENGTH / part.length));
const inTable = (cell: string) => withUnicodeNames([{ title: '', columns: ['A'], rows: [[cell]] }]);

/** Quadratic, each of these takes from half a second to twenty seconds. */
const LINEAR_MS = 250;

it.each([
  ['a long word in an export', () => inTable(fill('a'))],
  ['a long word with the prefix of an IDN', () => inTable(`xn--${fill('a')}`)],
  ['almost the prefix, again and again', () => inTable(fill('xn-'))],
  ['a label without an end', () => toUnicodeName(`xn--${fill('a')}`)],
  ['a string that is not closed', () => quotedStrings(`"${fill('\\"')}`)],
  ['a string that ends in a backslash', () => quotedStrings(`"${fill('\\"')}\\`)],
  ['quotes in a cell', () => csvCell(fill('"'))],
  ['separators and formulas in a cell', () => csvCell(`${fill('a')}${fill(';=')}`)],
  ['backslashes and pipes', () => markdownCell(fill('\\|'))],
  ['backslashes in a message', () => sarifMessage(fill('\\'))],
  ['ticks', () => markdownCell(fill('`'))],
])('%s takes linear time', (_name, read) => {
  read();
  const startedMs = performance.now();
  read();
  expect(performance.now() - startedMs).toBeLessThan(LINEAR_MS);
});

it('names in a row keep their Unicode spelling', () => {
  const [table] = inTable('see xn--bcher-kva.de. and _dmarc.xn--bcher-kva.de, not xn--a');
  expect(table?.rows[0]?.[1]).toBe('bücher.de, _dmarc.bücher.de');
});

it('a string that is not closed is none', () => {
  expect(quotedStrings('"a\\"b" "c\\065d" "e')).toEqual(['a"b', 'cAd']);
});
