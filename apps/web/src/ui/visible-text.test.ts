import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it.each([
  ['CN=example.com, O=Bücher & Söhne "أهلا"', 'CN=example.com, O=Bücher & Söhne "أهلا"'],
  ['a\nb\u0000c\u0085', 'a\\u{000a}b\\u{0000}c\\u{0085}'],
  ['pay\u202emoc.lap', 'pay\\u{202e}moc.lap'],
  ['exa\u200bmple\ufeff.com\u2028', 'exa\\u{200b}mple\\u{feff}.com\\u{2028}'],
  ['<b>&amp;</b>', '<b>&amp;</b>'],
])('writes out what cannot be seen: %j', (text, visible) => {
  expect(visibleText(text)).toBe(visible);
});
