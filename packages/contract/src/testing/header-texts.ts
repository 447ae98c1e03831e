import fc from 'fast-check';

const heads = [
  'Received: ',
  'From: a@example.com\r\n',
  'Authentication-Results: mx.example.com; ',
  'DKIM-Signature: ',
  '',
];
const pieces =
  '\r\n|\n|\r\n\t|\r\n\r\n|Received: |from |by |with |ESMTPS|mx.example.com|; |(|)|"|\\|[192.0.2.1]|Mon, 23 Nov 2026 05:00:00 +0000|From: |@|<|>|Authentication-Results: |spf=|pass|dkim=|header.d=|smtp.mailfrom=|DKIM-Signature: |d=|s=|Return-Path: '.split(
    '|',
  );
const noise = fc.oneof(
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom(...[' ', ';', '(', ')', '"', '\\', '@', '\n '].map((piece) => piece.repeat(200))),
);
const piece = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: noise });

/** Header fields of messages, well formed and not, as input for the parser of the page. */
export const headerTexts: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...heads), fc.array(piece, { maxLength: 40 }))
  .map(([head, rest]) => head + rest.join(''));
