import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const base = 'https://shop.test/dir/page';

test('reads the title, without the markup of scripts and comments', () => {
  const html =
    '<!-- <title>no</title> --><script>"<title>no</title>"</script><title>\n Shop  <b> </title><title>2</title>';
  expect(readPage(html, base).title).toBe('Shop <b>');
  expect(readPage('<TITLE></TITLE>', base).title).toBeNull();
  expect(readPage('<p>', base).title).toBeNull();
});

test.each([
  ['<script src="http://cdn.test/a.js"></script>', 'active'],
  ["<LINK REL='preload StyleSheet' HREF=http://cdn.test/a.js>", 'active'],
  ['<iframe title="a > b" src = "http://cdn.test/a.js">', 'active'],
  ['<object data=http://cdn.test/a.js>', 'active'],
  ['<img alt=x src="http://cdn.test/a.js">', 'passive'],
  ['<video src="http://cdn.test/a.js">', 'passive'],
] as const)('%s is mixed content that is %s', (html, kind) => {
  const found = readPage(html, base);
  expect(found[kind]).toEqual(['http://cdn.test/a.js']);
  expect([...found.active, ...found.passive]).toHaveLength(1);
});

test.each([
  '<script src="//cdn.test/a.js"></script>',
  '<img src="/a.png">',
  '<a href="http://cdn.test/">',
  '<link rel=canonical href="http://shop.test/">',
  '<script>document.write("<img src=http://cdn.test/a>")</script>',
  '<!-- <img src=http://cdn.test/a> -->',
  '<img data-src="http://cdn.test/a">',
  '<img src="http://[">',
])('%s is none', (html) => {
  const { active, passive } = readPage(html, base);
  expect([...active, ...passive]).toEqual([]);
});

test('names each URL once, and twenty at most', () => {
  const html = Array.from({ length: 90 }, (_, index) => `<img src="http://cdn.test/${index % 45}">`).join('');
  expect(readPage(html, base).passive).toHaveLength(20);
});
