import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';
import type { Finding } from './finding.ts';

/** The four words of a verdict, the best first. */
export const verdicts = ['good', 'unknown', 'warning', 'broken'] as const;
export type Verdict = (typeof verdicts)[number];

const state = described(
  z.enum(verdicts),
  'good: measured, and nothing to fix; warning: should be fixed; broken: does not work or is dangerous; unknown: could not be determined.',
  'good',
);

/** The verdict on a whole answer: its worst check. */
export const verdictField = described(
  z.enum(verdicts),
  'The worst state of the checks: good, unknown, warning or broken.',
  'good',
);

/** What one check of an answer has found. */
export const CheckResult = z.object({
  id: isEssential(described(z.string(), 'Name of the check, unique within the tool.', 'expiry')),
  title: isEssential(described(z.string(), 'What it looks at, in one or two words.', 'Expiry')),
  state: isEssential(state),
  summary: described(z.string(), 'The result in a few words.', '79 days left'),
  notes: described(z.number(), 'How many of its findings are notes: worth knowing, nothing to fix.', 0),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** What is said about an answer as a whole. */
export interface Judgement {
  readonly verdict: Verdict;
  /** In the order of the tool. */
  readonly checks: readonly CheckResult[];
  /** The most severe first. */
  readonly findings: readonly Finding[];
}
