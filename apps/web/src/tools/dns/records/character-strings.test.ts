import { expect, it } from 'vitest';
import { textOfStrings } from './character-strings.ts';

it.each([
  ['"v=spf1 -all"', 'v=spf1 -all'],
  // RFC 6376 section 3.6.2.2: a key longer than 255 octets is split into strings.
  ['"v=DKIM1; p=MIIB" "IjANBg"', 'v=DKIM1; p=MIIBIjANBg'],
  ['"quote \\" backslash \\\\ end"', 'quote " backslash \\ end'],
  ['"b\\195\\188cher"', 'bücher'],
  // A character split across two strings.
  ['"\\195" "\\188"', 'ü'],
  ['"nul \\000"', 'nul \u0000'],
  ['""', ''],
  ['"" "a"', 'a'],
])('%s reads %j', (presentation, text) => {
  expect(textOfStrings(presentation)).toBe(text);
});

it.each(['', 'v=spf1', '"open', '"a"b"', '"a"  "b"', '"a" b', '"\\256"', '"bad \\255"', '\\# 2 ABCD', '" "x'])(
  '%j is not text and stays unchanged',
  (presentation) => {
    expect(textOfStrings(presentation)).toBeNull();
  },
);
