import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MailTextKind, mailTexts } from '../../testing/mail-texts.ts';

/**
 * A run of 50,000 of each kind takes a minute: `FUZZ_RUNS=50000 npx vitest run mail-texts.fuzz header.fuzz`. `npm run bench
 * -- mail` measures how long the slowest text takes.
 */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? fuzzRuns(1000));
const kinds: [string, MailTextKind][] = Object.entries(mailTexts);
/** Even for an empty text, parsers report what is missing: the version, the mode, the policy. */
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

describe.each(kinds)('mail texts: %s', (_, kind) => {
  it('parses any text to a result no larger than the text, with problems at valid places', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(kind.texts, (text) => expectSize(kind, text)),
      { numRuns: RUNS },
    );
  });

  // A parser whose time is not linear in the length of the text would time out here.
  it.each(['%', '%{', '%%', ' ', '/', '.', 'a', '=', ';', '<a ', '<!--', 'x:', '-', '1', '"', '\n', 'mx: *.', ' on'])(
    '64 kB of %j',
    (piece) => {
      const long = piece.repeat(Math.floor(65_535 / piece.length));
      for (const head of ['', 'v=spf1 a:', 'v=DMARC1; rua=', 'v=DKIM1; p=', 'mode: ', '<svg ']) kind.read(head + long);
    },
  );
});
