import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding/finding.ts';
import { readerOf } from '../reading.ts';
import { Snapshot } from '../snapshots/snapshot.ts';
import { answerOf } from '../testing/answer-of.ts';
import { proven } from '../testing/proven-faults.ts';
import { withStrangeWords } from '../testing/strange-words.ts';
import { claims, isDestructive, withOneLess } from '../testing/unmeasured.ts';
import { type ToolId, tools } from '../tools/index.ts';
import { isToolId } from '../tools/modules.ts';
import { answerFindings } from './answer-findings.ts';
import { explanations } from './explanations.ts';

/** Answers of older servers do not say in which state a registration is. */
function today(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { registration } = answer;
  if (registration === undefined) return answer;
  return { ...answer, registration: { ...Object(registration), state: 'registered' } };
}

const SAMPLES = new URL('../snapshots/samples/schema-1/', import.meta.url);
const answers = readdirSync(SAMPLES).flatMap((file) => {
  const read = Snapshot.safeParse(JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')));
  return (read.data?.parts ?? []).flatMap(({ tool, outcome }) =>
    isToolId(tool) && outcome._data !== null
      ? [
          {
            name: `${tool} in ${file}`,
            tool,
            answer: answerOf(tools[tool], today(readerOf(tools[tool].answer).parse(outcome._data))),
          },
        ]
      : [],
  );
});

describe.each(answers)('knowing less about $name', ({ tool, answer }) => {
  it('adds no all-clear and no advice to remove something', () => {
    const before = new Set(claims(answerFindings(tool, answer)));
    const tried = withOneLess(tool, answer);
    expect(tried.length).toBeGreaterThan(0);
    for (const [what, less] of tried) {
      const added = claims(answerFindings(tool, less)).filter((claim) => !before.has(claim));
      expect(added, `without ${what}`).toEqual([]);
    }
  });
});

describe('advice to remove something', () => {
  const advising = Object.entries(explanations).filter(([, { remedies }]) =>
    (typeof remedies === 'string' ? [remedies] : Object.values(remedies)).some(isDestructive),
  );

  it('is recognised', () => {
    expect(isDestructive('Sign the zone, or remove the DS records at the registrar.')).toBe(true);
    expect(isDestructive('Install the root certificate on all clients.')).toBe(true);
    expect(isDestructive('If the server no longer exists, remove it from the delegation.')).toBe(false);
  });

  it.each(advising)('%s rests on a statement, never on silence', (code, { states }) => {
    expect(proven, 'name the proof, or put the condition first').toHaveProperty([code]);
    expect(states).not.toContain('unknown');
  });
});

describe('a word that Sonde does not know', () => {
  it.each(answers)('makes nothing good in $name', ({ tool, answer }: { tool: ToolId; answer: object }) => {
    const said = (findings: readonly Finding[]) => new Set(claims(findings));
    const before = said(answerFindings(tool, answer as Readonly<Record<string, unknown>>));
    const strange = withStrangeWords(answer) as Readonly<Record<string, unknown>>;
    const after = said(answerFindings(tool, strange));
    expect([...after].filter((claim) => !before.has(claim))).toEqual([]);
  });
});
