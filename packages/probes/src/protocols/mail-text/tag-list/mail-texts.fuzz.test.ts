import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MailTextKind, mailTexts } from '../../../testing/mail-texts.ts';

/**
 * A run of 50,000 of each kind takes a minute: `FUZZ_RUNS=50000 npx vitest run mail-texts.fuzz header.fuzz`. How long the
 * slowest text takes is measured by `npm run bench -- mail`.
 */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? fuzzRuns(1000));
const kinds: [string, MailTextKind][] = Object.entries(mailTexts);
/** Of a text of no octets, parsers still miss something: the version, the mode, the policy. */
const MISSING = 6;

function expectSize({ read }: MailTextKind, text: string): void {
  const { pieces, problems } = read(text);
  expect(pieces).toBeLessThanOrEqual(text.length + 1);
  expect(problems.length).toBeLessThanOrEqual(2 * text.length + MISSING);
  for (const { column, message } of problems) {
    expect(column).toBeGreaterThan(0);
    expect(column).toBeLessThanOrEqual(text.length + 1);
    expect(message.length).toBeLessThan(200);
  }
}

describe.each(kinds)('texts about mail: %s', (_, kind) => {
  it('of any text comes something of its size, with problems in their places', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(kind.texts, (text) => expectSize(kind, text)),
      { numRuns: RUNS },
    );
  });

  // A parser that is not linear in the length of a text does not end here in the time of a test.
  it.each(['%', '%{', '%%', ' ', '/', '.', 'a', '=', ';', '<a ', '<!--', 'x:', '-', '1', '"', '\n', 'mx: *.', ' on'])(
    '64 kB of %j',
    (piece) => {
      const long = piece.repeat(Math.floor(65_535 / piece.length));
      for (const head of ['', 'v=spf1 a:', 'v=DMARC1; rua=', 'v=DKIM1; p=', 'mode: ', '<svg ']) kind.read(head + long);
    },
  );
});
