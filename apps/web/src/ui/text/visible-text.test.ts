import { expect, it } from 'vitest';
import { visibleLines, visibleText } from './visible-text.ts';

it.each([
  ['CN=example.com, O=Bücher & Söhne "أهلا"', 'CN=example.com, O=Bücher & Söhne "أهلا"'],
  ['a\nb\u0000c\u0085', 'a\\u{000a}b\\u{0000}c\\u{0085}'],
  ['pay\u202emoc.lap', 'pay\\u{202e}moc.lap'],
  ['exa\u200bmple\ufeff.com\u2028', 'exa\\u{200b}mple\\u{feff}.com\\u{2028}'],
  ['<b>&amp;</b>', '<b>&amp;</b>'],
])('writes out what cannot be seen: %j', (text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

it('keeps line breaks and tabs in a text of several lines', () => {
  expect(visibleLines('a:\tb\r\n\u202ec\n\n\u001b[31md\re')).toBe('a:\tb\n\\u{202e}c\n\n\\u{001b}[31md\\u{000d}e');
});
