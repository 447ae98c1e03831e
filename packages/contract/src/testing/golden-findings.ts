import { describe, expect, it } from 'vitest';
import { answerFindings } from '../answers/answer-findings.ts';
import type { FindingState } from '../finding/finding.ts';
import { oppositesIn } from '../report/opposites.ts';
import type { ToolId } from '../tools/index.ts';
import { proven } from './proven-faults.ts';
import { expectShortSummary } from './short-summary.ts';
import { withStrangeWords } from './strange-words.ts';
import { claims, isDestructive, withOneLess } from './unmeasured.ts';

type Answer = Readonly<Record<string, unknown>>;

/** An answer that has a finding, and the nearest one that does not. */
export interface Golden {
  readonly state: FindingState;
  readonly has: Answer;
  /** What the evidence must contain. */
  readonly evidence: RegExp | string;
  readonly hasNot: Answer;
}

/** Of so many values that an answer has, one is left out. */
const FEWER = 8;

const tested: (readonly [ToolId, string, Golden])[] = [];

/** A sentence, or one that ends with a record of a zone file or a command, to which nothing may be added. */
const FIX = /^[A-Z].*(?:[.]| IN (?:DS|A|AAAA) [\dA-Fa-f.: ]+|: sonde [a-z]+ [a-z0-9.:/-]+)$/s;

/** Tests every code of a tool; the type of `goldens` ensures that none is missing. */
export function testGoldenFindings<Code extends string>(id: ToolId, goldens: Readonly<Record<Code, Golden>>): void {
  describe.each(Object.entries<Golden>(goldens))('the finding %s', (code, { state, has, evidence, hasNot }) => {
    tested.push([id, code, { state, has, evidence, hasNot }]);
    const both = [
      ['with', has],
      ['without', hasNot],
    ] as const;

    it('is there, with what was seen', () => {
      const found = answerFindings(id, has).filter((finding) => finding.code === code);
      expect(found).not.toEqual([]);
      expect(found[0]?.state).toBe(state);
      expect(found[0]?.evidence).toMatch(evidence);
      // A good finding needs no fix; a bad one always has one.
      if (state === 'good') expect(found[0]?.fix).toBeNull();
      if (state === 'bad' || state === 'warn') expect(found[0]?.fix).toMatch(FIX);
    });

    // Another few for each code; the long set leaves out each value.
    it('knowing less adds no all-clear and no advice to remove something to the answer with it', () =>
      expectNothingAdded(id, has, (index) => index % FEWER === code.length % FEWER));

    it.each(both)('words that Sonde does not know make nothing good on the answer %s it', (_, answer) => {
      const before = new Set(claims(answerFindings(id, answer)));
      const after = claims(answerFindings(id, withStrangeWords(answer) as Answer));
      expect(after.filter((claim) => !before.has(claim))).toEqual([]);
    });

    it.each(both)('no two findings on the answer %s it say opposite things', (_, answer) => {
      expect(oppositesIn(answerFindings(id, answer))).toEqual([]);
    });

    it('advises to remove something only where a fault was proven', () => {
      const found = [has, hasNot].flatMap((answer) => answerFindings(id, answer));
      const unproven = found.filter(({ state, fix }) => state === 'unknown' && fix !== null && isDestructive(fix));
      expect(unproven).toEqual([]);
      const advising = found.filter(({ fix }) => fix !== null && isDestructive(fix)).map((one) => one.code);
      expect(advising.filter((one) => !(one in proven))).toEqual([]);
    });

    it.each(both)('the summary of the answer %s it is short', (_, answer) => {
      expectShortSummary(id, answer);
    });

    it('is not there in the nearest case without it', () => {
      expect(answerFindings(id, hasNot).map((finding) => finding.code)).not.toContain(code);
    });
  });
}

function expectNothingAdded(id: ToolId, answer: Answer, isChosen: (index: number) => boolean): void {
  const before = new Set(claims(answerFindings(id, answer)));
  for (const [what, less] of withOneLess(id, answer).filter((_, index) => isChosen(index))) {
    const added = claims(answerFindings(id, less)).filter((claim) => !before.has(claim));
    expect(added, `without ${what}`).toEqual([]);
  }
}

/** Leaves out each value of all answers given to `testGoldenFindings` by the files that were imported before. */
export function testEveryValueLess(): void {
  it.each(tested)(
    '%s: knowing less adds no all-clear to the answers with and without %s',
    (id, _code, { has, hasNot }) => {
      for (const answer of [has, hasNot]) expectNothingAdded(id, answer, () => true);
    },
  );
}

/** `state code` of every finding, most severe first. */
export function verdictsOn(id: ToolId, answer: Answer): string[] {
  return answerFindings(id, answer).map(({ state, code }) => `${state} ${code}`);
}
