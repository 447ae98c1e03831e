import { formatUtc } from '../../text/format-utc.ts';
import type { Finding } from '../finding.ts';
import type { Ending } from './ending.ts';
import type { endingExplanations } from './explanations.ts';

interface EndingFinding extends Finding {
  readonly code: keyof typeof endingExplanations;
}

const DAY_MS = 86_400_000;

/**
 * Whole days from one time to another, rounded down; negative if it has passed, null if either time is invalid.
 * @param from ISO 8601, such as `checkedAt`.
 */
export function daysBetween(from: string, to: string): number | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return Number.isNaN(days) ? null : Math.floor(days);
}

/**
 * Findings on endings that have passed, or follow in fewer than `days` days after `checkedAt`. They are not among an
 * answer's own findings because they depend on a number of days that only the reader of the answer knows.
 * @param checkedAt when the answer was measured, ISO 8601 in UTC.
 */
export function endingFindings(endings: readonly Ending[], checkedAt: string, days: number): EndingFinding[] {
  return endings.flatMap(({ about, kind, ends }): EndingFinding[] => {
    const left = ends === null ? null : daysBetween(checkedAt, ends);
    if (ends === null || left === null) return [unknownEnd(about, kind)];
    if (left >= days) return [];
    const when =
      left < 0 ? `expired on ${formatUtc(ends)}` : `expires on ${formatUtc(ends)}, ${counted(left)} after this lookup`;
    return [
      {
        code: 'ends-within-days',
        state: 'warn',
        about,
        evidence: `The ${kind} ${when}; at least ${counted(days)} are required.`,
        fix: `Renew the ${kind}.`,
      },
    ];
  });
}

function unknownEnd(about: string, kind: Ending['kind']): EndingFinding {
  const evidence = `The answer contains no expiry date for the ${kind}.`;
  return { code: 'ends-within-days', state: 'unknown', about, evidence, fix: null };
}

const counted = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;
