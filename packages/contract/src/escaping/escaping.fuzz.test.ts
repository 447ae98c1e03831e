import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseFragment } from 'parse5';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { toCsv, toMarkdown } from '../table/formats.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { csvCell } from './csv-cell.ts';
import { htmlText } from './html-text.ts';
import { sarifMessage } from './sarif-message.ts';
import { xmlAttribute, xmlText } from './xml-text.ts';

/** Texts of what the formats treat as special, mixed with what is common in records. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\\|`*_~[](){}<>!#&;,"\'=+-@:./\t\n\r\u0000\u000b\ufffe\ud800 '),
      fc.constantFrom(
        'www.evil.example',
        'https://evil.example/x',
        'a@evil.example',
        '![x](//e.example/p.png)',
        '\\|',
        '``',
      ),
      fc.constantFrom(
        '<img src=x onerror=y>',
        '<!--',
        '-->',
        ']]>',
        '&lt;',
        '&#124;',
        '</td>',
        '=1+1',
        ';=1',
        '\n=1',
        'a',
        '１',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

/** What a reader makes of a NUL: CommonMark 2.3. */
const shownByMarkdown = (text: string) => oneLine(text).replaceAll('\u0000', '\ufffd');

interface Node {
  readonly nodeName: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

const elementsIn = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(elementsIn)];
const textIn = (node: Node): string => node.value ?? (node.childNodes ?? []).map(textIn).join('');
const namesIn = (node: Node) => new Set(elementsIn(node).map(({ nodeName }) => nodeName));

/** The document as GitHub shows it; raw HTML would become elements. */
const readMarkdown = (text: string): Node =>
  parseFragment(
    micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true }),
  ) as Node;

describe('Markdown', () => {
  const ALLOWED = new Set([
    '#document-fragment',
    '#text',
    'h2',
    'h3',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'code',
  ]);

  it('shows every cell, heading and title of foreign text as it is, and nothing of it becomes markup', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (heading, title, column, cell) => {
        const rows = [
          [cell, 'x'],
          ['y', cell],
        ];
        const read = readMarkdown(toMarkdown(heading, [{ title, columns: [column, 'Value'], rows }]));
        expect([...namesIn(read)].filter((name) => !ALLOWED.has(name))).toEqual([]);
        const elements = elementsIn(read);
        const cells = elements.filter(({ nodeName }) => nodeName === 'td').map((td) => textIn(td));
        expect(cells.map((text) => text.trim())).toEqual(
          [cell, 'x', 'y', cell].map((text) => shownByMarkdown(text).trim()),
        );
        expect(elements.filter(({ nodeName }) => nodeName === 'th')).toHaveLength(2);
      }),
      { numRuns: fuzzRuns(8000) },
    );
  });

  it.each([
    ['a\\|![x](//evil.example/pixel.png)'],
    ['a\\\\|b'],
    ['\\|'],
    ['|\\|\\'],
    ['`\\|`'],
    [' a '],
    ['a\\'],
    ['www.evil.example|https://evil.example'],
  ])('keeps %j in its cell', (cell) => {
    const read = readMarkdown(toMarkdown('t', [{ title: 'T', columns: ['A', 'B'], rows: [[cell, 'x']] }]));
    const cells = elementsIn(read).filter(({ nodeName }) => nodeName === 'td');
    expect(cells.map(textIn)).toEqual([cell, 'x']);
    expect(namesIn(read)).not.toContain('img');
    expect(namesIn(read)).not.toContain('a');
  });

  it('never writes a backslash of the text and a pipe side by side: readers differ on which of them is escaped', () => {
    fc.assert(
      fc.property(hostile, (cell) => {
        const [, , , , , , row = ''] = toMarkdown('t', [{ title: 'T', columns: ['A'], rows: [[cell]] }]).split('\n');
        expect(row).not.toMatch(/\\\\+\|/);
      }),
    );
  });
});

/** Where some spreadsheet begins a formula. */
const FORMULA = /^[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
const NUMBER = /^-\d+(\.\d+)?$/;

describe('CSV', () => {
  it('is read as it was, but for the apostrophes before what could be a formula', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 2, maxLength: 2 }), (row) => {
        const file = toCsv([{ title: 'T', columns: ['A', 'B'], rows: [row] }]);
        const [, read = []] = parseCsv(file, { relax_column_count: true, record_delimiter: '\r\n' }) as string[][];
        expect(read).toHaveLength(2);
        for (const [index, cell] of read.entries()) {
          expect(cell.replaceAll("'", '')).toBe(row[index]?.replaceAll("'", '').replace(/\p{Cs}/gu, '\ufffd'));
          if (!NUMBER.test(cell)) expect(cell).not.toMatch(FORMULA);
        }
      }),
      { numRuns: fuzzRuns(8000) },
    );
  });

  it('holds no formula for a spreadsheet that separates cells by semicolons or tabs, and knows no quotes inside them', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const cells = `first,${csvCell(text)},last`.split(/[;\t\r\n]/);
        for (const cell of cells) expect(cell).not.toMatch(FORMULA);
      }),
      { numRuns: fuzzRuns(8000) },
    );
  });

  it.each([
    ['x;=1+1', `"x;'=1+1"`],
    ['x\n@SUM(A1)', `"x\n'@SUM(A1)"`],
    [' =1+1', `"' =1+1"`],
    ['＝1+1', `"'＝1+1"`],
    ['v=DMARC1; p=none', '"v=DMARC1; p=none"'],
    ['v=spf1 -all', 'v=spf1 -all'],
  ])('writes %j as %j', (text, written) => {
    expect(csvCell(text)).toBe(written);
  });
});

describe('XML, SVG and JUnit', () => {
  it('give an XML parser one text and one attribute, with every character that XML has', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const read = { text: '', attribute: '', tags: 0 };
        const parser = new SaxesParser();
        parser.on('error', (error) => {
          throw error;
        });
        parser.on('opentag', ({ attributes }) => {
          read.tags += 1;
          read.attribute = attributes['a'] ?? '';
        });
        parser.on('text', (part) => {
          read.text += part;
        });
        parser.write(`<?xml version="1.0" encoding="UTF-8"?><r a="${xmlAttribute(text)}">${xmlText(text)}</r>`).close();
        const held = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
        expect(read).toEqual({ text: held, attribute: held, tags: 1 });
      }),
      { numRuns: fuzzRuns(8000) },
    );
  });
});

describe('HTML', () => {
  it('gives an HTML parser one text and one attribute', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const read = parseFragment(`<p title="${htmlText(text)}">${htmlText(text)}</p>`) as Node;
        const [, p, ...rest] = elementsIn(read);
        expect(rest.every(({ nodeName }) => nodeName === '#text')).toBe(true);
        expect(p?.attrs).toHaveLength(1);
        const shown = text.replace(/[^\n\t]/gu, (character) =>
          /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(character)
            ? `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`
            : character,
        );
        expect(p === undefined ? null : textIn(p)).toBe(shown);
        expect(p?.attrs?.[0]?.value).toBe(shown);
      }),
      { numRuns: fuzzRuns(8000) },
    );
  });
});

describe('SARIF', () => {
  /** A message as 3.11.5 and 3.11.6 read it. */
  function readMessage(text: string) {
    const links = [...text.matchAll(/(?<!\\)(?:\\\\)*\]\(/g)].length;
    const placeholders = [...text.replace(/\{\{|\}\}/g, '').matchAll(/\{\d+\}/g)].length;
    return { links, placeholders };
  }

  it('never has a link or a placeholder from a foreign text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(readMessage(sarifMessage(text))).toEqual({ links: 0, placeholders: 0 });
      }),
      { numRuns: fuzzRuns(8000) },
    );
  });

  it.each([
    ['[click](https://evil.example)', '[click\\](https://evil.example)'],
    ['[click\\](https://evil.example)', '[click\\\\\\](https://evil.example)'],
    ['{0} and {1}', '{{0}} and {{1}}'],
    ['list[0], a\\b', 'list[0], a\\b'],
  ])('writes %j as %j', (text, written) => {
    expect(sarifMessage(text)).toBe(written);
  });
});
