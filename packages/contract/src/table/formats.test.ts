import { describe, expect, it } from 'vitest';
import { toCsv, toMarkdown } from './formats.ts';

const table = (rows: string[][], title = 'A Records') => ({ title, columns: ['Name', 'Value'], rows });

describe('CSV', () => {
  it.each(['=1+1', '+1.5551234567', '-1+1', '-122.0850,00', '-1e5', '-', '--1', '-.5', '-1.', '-1)', '@SUM(A1)'])(
    'turns the formula %j into text',
    (formula) => {
      expect(toCsv([table([['example.com', formula]])])).toBe(`Name,Value\r\nexample.com,"'${formula}"\r\n`);
    },
  );

  it.each([
    ['-1\n=1+1', `"'-1\n'=1+1"`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
  ])('turns the formulas after a line end or a tab in %j into text', (formula, written) => {
    expect(toCsv([table([['example.com', formula]])])).toBe(`Name,Value\r\nexample.com,${written}\r\n`);
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=cmd|\'"x"\'', `"'=cmd|'""x""'"`],
    ['a=b', 'a=b'],
    ['', ''],
    ['-122.085000', '-122.085000'],
    ['-1', '-1'],
    ['-122,085', `"'-122,085"`],
  ])('quotes %j as %j', (cell, written) => {
    expect(toCsv([table([[cell, 'x']])])).toBe(`Name,Value\r\n${written},x\r\n`);
  });

  it('writes several tables as one, whose first column has their titles', () => {
    expect(toCsv([table([['a', '1']]), table([['b', '2']], 'MX Records')])).toBe(
      'Table,Name,Value\r\nA Records,a,1\r\nMX Records,b,2\r\n',
    );
  });
});

describe('Markdown', () => {
  it('writes a table under a heading', () => {
    expect(toMarkdown('dns example.com', [table([['example.com', '192.0.2.1']])])).toBe(
      '## `dns example.com`\n\n### A Records\n\n| Name | Value |\n| --- | --- |\n| `example.com` | `192.0.2.1` |\n',
    );
  });

  it.each([
    ['a|b', '`a\\|b`'],
    ['![x](http://evil.example/i.png)', '`![x](http://evil.example/i.png)`'],
    ['tick ` and `` more', '``` tick ` and `` more ```'],
    ['two\nlines', '`two lines`'],
    ['', ''],
  ])('keeps %j from becoming markup', (cell, written) => {
    expect(toMarkdown('t', [table([[cell, 'x']])])).toContain(`| ${written} | \`x\` |`);
  });
});
