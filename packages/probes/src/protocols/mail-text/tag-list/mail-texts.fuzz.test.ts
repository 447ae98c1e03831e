import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../../../testing/fuzz-runs.ts';
import { logoProblems } from '../bimi/logo.ts';
import { parseBimi } from '../bimi/parse.ts';
import { isKeyRecord, parseKeyRecord } from '../dkim/key-record.ts';
import { isDmarcRecord, parseDmarc } from '../dmarc/parse.ts';
import { allowsName, parseStsPolicy, parseStsRecord } from '../mta-sts/parse.ts';
import { expandMacros } from '../spf/macro.ts';
import { isSpfRecord, parseSpf } from '../spf/parse.ts';
import { parseTlsRpt } from '../tls-rpt/parse.ts';

/** A run of 50,000 takes some minutes: `FUZZ_RUNS=50000 npx vitest run mail-texts.fuzz`. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? fuzzRuns(3000));
const MAX_MS = 5;

/** Pieces of such texts, in any order and number, now and then anything at all. */
const piece = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      ...'v=spf1| include:|a:|mx|ptr|ip4:|ip6:|exists:|redirect=|exp=|all|%{|s2r.-|}|%%|%_|/24|//64|+|-|~|?|example.com|192.0.2.1|::1'.split(
        '|',
      ),
    ),
  },
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      ...'v=DMARC1|; |p=|reject|sp=|rua=mailto:|@|,|pct=|100|v=DKIM1|k=rsa|MIGfMA0GCSqG|t=y|v=STSv1|id=|mode: |enforce|max_age: |mx: *.|\n|v=TLSRPTv1|l=https://|<svg|<script|<!--|-->|href="|'.split(
        '|',
      ),
    ),
  },
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom(
    ' '.repeat(400),
    '='.repeat(400),
    ';'.repeat(400),
    '.'.repeat(400),
    'a'.repeat(400),
    '%{d}'.repeat(100),
  ),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

const values = Object.fromEntries([...'slodiphvcrt'].map((letter) => [letter, 'a.b-c.example.com']));

function readAll(one: string): void {
  isSpfRecord(one);
  for (const term of parseSpf(one).terms)
    if (term.type !== 'error' && term.domain !== null) expandMacros(term.domain, values);
  isDmarcRecord(one);
  const { problems } = parseDmarc(one);
  for (const { column } of problems) expect(column).toBeGreaterThan(0);
  isKeyRecord(one);
  parseKeyRecord(one);
  parseStsRecord(one);
  for (const pattern of parseStsPolicy(one).patterns) allowsName(pattern, 'mail.example.com');
  parseTlsRpt(one);
  parseBimi(one);
  logoProblems(one);
}

function timeOf(one: string): number {
  const start = performance.now();
  readAll(one);
  return performance.now() - start;
}

describe('texts about mail', () => {
  it('of any text comes a record with problems, soon', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(text, (one) => {
        // A machine that does something else meanwhile gets two more tries.
        expect(Math.min(timeOf(one), timeOf(one), timeOf(one))).toBeLessThan(MAX_MS * 8);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['%', '%{', ' ', '/', '.', 'a', '=', ';', '<a ', '<!--', 'x:', '-', '1', '"'])(
    '64 kB of %j are read in time',
    (one) => {
      const long = one.repeat(Math.floor(65_535 / one.length));
      const start = performance.now();
      for (const head of ['v=spf1 a:', 'v=DMARC1; p=', 'v=DKIM1; p=', 'mode: ', '<svg ']) readAll(head + long);
      expect(performance.now() - start).toBeLessThan(5000);
    },
  );
});
