import { describe, expect, it } from 'vitest';
import { readList } from './read-list.ts';
import { rowsOf } from './records.ts';

const targets = (text: string) => readList(text).targets.map(({ target }) => target);

describe('a list', () => {
  it.each([
    ['a.example\nb.example', ['a.example', 'b.example']],
    ['\ufeffa.example\r\nb.example\r\n', ['a.example', 'b.example']],
    ['a.example\rb.example\r\r', ['a.example', 'b.example']],
    ['\n\n  a.example  \n\t\n', ['a.example']],
    ['# all\na.example # main\n  # b.example\nc.example\t# c\n', ['a.example', 'c.example']],
    ['MÜNCHEN.example\nxn--mnchen-3ya.example.\nmünchen。example', ['xn--mnchen-3ya.example']],
    ["'b.example", ['b.example']],
    ['https://a.example/x?y=1\nHTTP://b.example:8080', ['a.example', 'b.example']],
    ['1,a.example,yes\n2;b.example;no\n3\t192.0.2.1\t', ['a.example', 'b.example', '192.0.2.1']],
    ['"a.example"\n "b.example" ,x\n"c.example";"say ""hi"", twice"', ['a.example', 'b.example', 'c.example']],
    ['a.example,"a note\r\nover d.example,\r\nthree lines"\r\nb.example', ['a.example', 'b.example']],
    ['a.example,5" disk\nb.example', ['a.example', 'b.example']],
    // As spreadsheets fill up their tables.
    ['a.example;x\r\n;\r\n  ;;\r\n"";\r\nb.example;y\r\n', ['a.example', 'b.example']],
    ['host;port\na.example;25\n;\n', ['a.example']],
    [
      'a.example:8443\n[2001:DB8::1]:465\n192.0.2.1:25\n2001:db8::2',
      ['a.example:8443', '[2001:db8::1]:465', '192.0.2.1:25', '2001:db8::2'],
    ],
  ])('%j', (text, expected) => {
    const list = readList(text);
    expect(list.targets.map(({ target }) => target)).toEqual(expected);
    expect(list.badLines).toEqual([]);
  });

  it.each([
    ['name;domain\nweb.server;a.example\nb.example;c.example', ['a.example', 'c.example']],
    ['Domain Name , note\r\na.example,first', ['a.example']],
    ['"ip address","host"\n192.0.2.1,a.example', ['a.example']],
    ['URL\nhttps://a.example/', ['a.example']],
  ])('with headings has its targets in one column: %j', (text, expected) => {
    expect(targets(text)).toEqual(expected);
  });

  it('reports the line on which a row begins, and its text', () => {
    const text = '# comment\na.example,"two\nlines"\n\nnot a target\n"unclosed,\nb.example\ninfo@c.example';
    expect(readList(text)).toMatchObject({
      targets: [{ target: 'a.example' }, { target: 'b.example' }],
      badLines: [
        { line: 5, text: 'not a target' },
        { line: 6, text: '"unclosed,' },
        { line: 8, text: 'info@c.example' },
      ],
    });
  });

  it.each(['a.example:0', 'a.example:65536', 'a.example:', 'a.example:x', '_dmarc.a.example:25', 'AS1:25'])(
    '%j is no target',
    (text) => {
      expect(readList(text)).toMatchObject({ targets: [], badLines: [{ line: 1 }] });
    },
  );

  it('a row without a cell in the column of targets is a bad line', () => {
    expect(readList('note;domain\nb.example\nx;a.example').badLines).toEqual([{ line: 2, text: 'b.example' }]);
  });

  it('with an unclosed quote loses no line', () => {
    expect(targets('a.example,"note\nb.example\n"c.example",x\nd.example')).toEqual([
      'a.example',
      'b.example',
      'c.example',
      'd.example',
    ]);
  });

  it('is read in linear time', () => {
    const long = ['"', '""', '"a,', ',', '#', ' #', '\t', '"\n', 'a" ,"'].map((piece) => piece.repeat(100_000));
    for (const text of long) {
      const start = performance.now();
      Array.from(rowsOf(text));
      expect(performance.now() - start).toBeLessThan(2_000);
    }
  });
});

it('ends as soon as there is more than a caller accepts', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `n${index}.example`).join('\n');
  expect(readList(names, 1_000).targets).toHaveLength(1_001);
  expect(readList(names).targets).toHaveLength(5_000);
  expect(readList('wrong\n'.repeat(5_000), 1_000).badLines).toHaveLength(1_001);
});

it('searches the first cells of a row only', () => {
  expect(readList(`${'a,'.repeat(99)}here.example`).targets).toMatchObject([{ target: 'here.example' }]);
  expect(readList(`${'a,'.repeat(100)}too.far.example`)).toMatchObject({ targets: [], badLines: [{ line: 1 }] });
});
