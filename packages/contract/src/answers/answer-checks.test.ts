import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Finding } from '../finding/finding.ts';
import { countOfChecks, verdictOfState, worstOf } from '../finding/verdict.ts';
import { readerOf } from '../reading.ts';
import { Snapshot } from '../snapshots/snapshot.ts';
import { answerOf } from '../testing/answer-of.ts';
import { type ToolId, tools } from '../tools/index.ts';
import { isToolId, toolModules } from '../tools/modules.ts';
import { checksOf } from './answer-checks.ts';
import { explanationOf } from './explanations.ts';

const SAMPLES = new URL('../snapshots/samples/schema-1/', import.meta.url);
/** Kept answers of every tool, as servers of that time sent them. */
const answers = readdirSync(SAMPLES).flatMap((file) => {
  const read = Snapshot.safeParse(JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')));
  return (read.data?.parts ?? []).flatMap(({ tool, outcome }) =>
    isToolId(tool) && outcome._data !== null
      ? [{ file, tool, answer: readerOf(tools[tool].answer).parse(outcome._data) }]
      : [],
  );
});

describe.each(toolModules.map((one) => [one.contract.id, one] as const))(
  'the checks of %s',
  (_, { checks, explanations }) => {
    it('are six to twelve, each with a name of its own and a title of a few words', () => {
      expect(checks.length).toBeGreaterThanOrEqual(6);
      expect(checks.length).toBeLessThanOrEqual(12);
      expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
      for (const { id, title } of checks) {
        expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(title).toMatch(/^[A-Z][^.]{1,24}$/);
      }
    });

    it('have every code of the tool exactly once', () => {
      expect(checks.flatMap(({ codes }) => codes).toSorted()).toEqual(Object.keys(explanations).toSorted());
    });
  },
);

describe.each(answers.map((one) => [`${one.tool} in ${one.file}`, one] as const))(
  'the checks of the answer of %s',
  (_, { tool, answer }) => {
    const findings = z.array(Finding).parse(answer['findings'] ?? []);
    const checks = checksOf(tool, answer, findings);

    it('say nothing better than their findings', () => {
      for (const { state, code } of findings) {
        const module = toolModules.find(({ contract }) => contract.id === tool);
        const check = module?.checks.find(({ codes }) => codes.includes(code));
        // Kept results may have codes that are no finding any more.
        if (check === undefined && explanationOf(code) === null) continue;
        const result = checks.find(({ id }) => id === check?.id);
        expect(result, code).toBeDefined();
        const states = [verdictOfState(state), result?.state ?? 'good'] as const;
        expect(worstOf(states), code).toBe(result?.state);
      }
    });

    it('have a summary of a few words each', () => {
      expect(checks.length).toBeGreaterThan(0);
      for (const { summary } of checks) expect(summary).toMatch(/^\S.{0,80}$/);
    });
  },
);

it('orders verdicts from good over unknown and warning to broken, and counts what is good', () => {
  expect(worstOf([])).toBe('good');
  expect(worstOf(['good', 'unknown'])).toBe('unknown');
  expect(worstOf(['unknown', 'warning', 'good'])).toBe('warning');
  expect(worstOf(['warning', 'broken'])).toBe('broken');
  expect(countOfChecks([{ state: 'good' }, { state: 'good' }, { state: 'broken' }])).toBe('2 of 3 good');
  const noted = { state: 'good', notes: 2 } as const;
  expect(countOfChecks([noted, { state: 'good' }, { state: 'unknown', notes: 1 }])).toBe(
    '2 of 3 good, 1 of them with a note',
  );
  expect(countOfChecks([noted, noted], 'tools ')).toBe('2 of 2 tools good, 2 of them with notes');
});

describe('that everything was measured', () => {
  const SAYS_ALL = /\b(everything|nothing is missing)\b/i;
  const complete = toolModules.map(({ contract, checks, explanations }) => {
    const answer = answerOf(contract, { gaps: [] }) as Readonly<Record<string, unknown>>;
    return { id: contract.id as ToolId, checks, codes: Object.keys(explanations), answer };
  });

  it('is said only by checks that are marked for it', () => {
    const saying = complete.flatMap(({ id, checks, answer }) =>
      checks
        .filter((one) => SAYS_ALL.test(one.withoutFindings?.(answer) ?? ''))
        .map(({ ofAll = false }) => ({ id, ofAll })),
    );
    expect(saying.filter(({ ofAll }) => !ofAll)).toEqual([]);
    expect(saying.map(({ id }) => id)).toEqual(expect.arrayContaining(['ssl', 'mail', 'geo', 'web']));
  });

  it.each(complete)('is not said by $id where a check is unknown', ({ id, codes, answer }) => {
    for (const code of [null, ...codes]) {
      const unknown = { state: 'unknown', about: '', evidence: '', fix: null } as const;
      const shown = checksOf(id, answer, code === null ? [] : [{ ...unknown, code }]);
      if (code !== null) expect(shown.some(({ state }) => state === 'unknown')).toBe(true);
      if (!shown.some(({ state }) => state === 'unknown')) continue;
      expect(shown.filter(({ state, summary }) => state === 'good' && SAYS_ALL.test(summary))).toEqual([]);
    }
  });

  it('is said of a certificate that has expired, which the check of expiry tells alone', () => {
    const expired = { code: 'certificate-expired', state: 'bad', about: 'a.test', evidence: '', fix: null } as const;
    const others = ['transparency-policy-met', 'current-versions', 'browsers-connect', 'no-known-vulnerability'];
    const findings = [expired, ...others.map((code) => ({ ...expired, code, state: 'good' as const }))];
    const measured = { valid: false, subject: 'CN=a.test', partial: false, gaps: [] };
    const shown = checksOf('ssl', answerOf(tools.ssl, measured), findings);
    expect(shown.map(({ id }) => id)).not.toContain('certificate');
    expect(shown).toContainEqual(expect.objectContaining({ id: 'expiry', state: 'broken' }));
    const unread = checksOf('ssl', answerOf(tools.ssl, { ...measured, valid: null }), findings);
    expect(unread[0]).toMatchObject({ id: 'certificate', state: 'unknown', summary: 'Not measured' });
    expect(unread.map(({ id }) => id)).not.toContain('completeness');
  });
});

it('never calls a name good that does not exist', () => {
  const missing = { code: 'name-missing', state: 'note', about: 'gone.test', evidence: '', fix: null } as const;
  const [name] = checksOf('delegation', answerOf(tools.delegation, { nameExists: false }), [missing]);
  expect(name).toMatchObject({ id: 'name', state: 'broken', summary: 'The name does not exist' });
});
