import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { headerTexts } from '../testing/header-texts.ts';
import { headerFindings } from './findings.ts';
import { readHeader } from './read-header.ts';

/** `FUZZ_RUNS=50000 npx vitest run header.fuzz` takes half a minute. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? fuzzRuns(16_000));

it('any header yields no more steps, results and signatures than it has fields', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(headerTexts, (text) => {
      const read = readHeader(text);
      if (read === null) return;
      const fields = text.split(/\r\n|\r|\n/).length;
      expect(read.hops.length + read.signatures.length).toBeLessThanOrEqual(fields);
      for (const { evidence } of headerFindings(read)) expect(evidence.length).toBeLessThan(3000);
      expect(read.results.length).toBeLessThanOrEqual(text.split(';').length + fields);
      for (const { delaySeconds, time } of read.hops) {
        expect(delaySeconds === null || Number.isFinite(delaySeconds)).toBe(true);
        expect(time === null || Number.isFinite(time.getTime())).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});

// A parser that is not linear in the length of the text exceeds the time limit of the test.
it.each([' ', '(', ')', '"', '\\', ';', ' from ', 'd=', '@', '\n ', 'a:\n', 'header.d = '])('256 kB of %j', (piece) => {
  const long = piece.repeat(Math.floor(262_144 / piece.length));
  for (const head of [
    'Received: ',
    'Authentication-Results: a; spf=',
    'DKIM-Signature: ',
    'From: ',
    'Received-SPF: ',
    'X-Spam-Status: ',
    'X-Spamd-Result: ',
    'X-Forefront-Antispam-Report: ',
    'List-Id: ',
  ]) {
    const read = readHeader(head + long);
    if (read !== null) headerFindings(read);
  }
});
