import type { Gap } from '../envelope.ts';
import type { Finding, FindingState } from '../finding/finding.ts';
import { bySeverity } from '../finding/severity.ts';
import { mergedByCause } from './causes.ts';
import { harmOf } from './harms.ts';
import type { ReportCounts, ReportData, ReportFinding, ReportPart } from './report.ts';

/** The count to which each state belongs. */
const asks: Readonly<Record<FindingState, keyof ReportCounts>> = {
  bad: 'mend',
  warn: 'mend',
  note: 'know',
  good: 'well',
  unknown: 'notMeasured',
};

/**
 * Composes the report on a target from the outcomes of its parts, in the given order. Pure, and without a clock. What
 * tools see of one cause is one finding.
 */
export function composeReport(target: string, parts: readonly ReportPart[]): ReportData {
  const findings = mergedFindings(parts);
  const gaps = parts.flatMap(gapOf);
  const checkedAt = parts.flatMap(checkedAtOf).toSorted()[0];
  return {
    target,
    counts: countsOf(findings, gaps),
    findings,
    parts: [...parts],
    gaps,
    ...(checkedAt === undefined ? {} : { checkedAt }),
  };
}

/** The findings of one part, as judged by its tool; empty for a failure. */
export function findingsOf({ tool, outcome }: ReportPart): ReportFinding[] {
  const findings = outcome.success ? outcome._data['findings'] : [];
  return Array.isArray(findings) ? (findings as Finding[]).map((finding) => ({ ...finding, tool })) : [];
}

/** Counts findings and gaps by what they ask of the reader. */
export function countsOf(findings: readonly Pick<Finding, 'state'>[], gaps: readonly Gap[]): ReportCounts {
  const counts = { mend: 0, know: 0, well: 0, notMeasured: gaps.length };
  for (const { state } of findings) counts[asks[state]] += 1;
  return counts;
}

/** `3 to mend, 5 to know, 31 well, 2 not measured`. */
export function countsInWords({ mend, know, well, notMeasured }: ReportCounts): string {
  const missing = notMeasured === 0 ? [] : [`${notMeasured} not measured`];
  return [`${mend} to mend`, `${know} to know`, `${well} well`, ...missing].join(', ');
}

/** Severity decides, then what breaks for visitors, then the order of the tools. */
function mergedFindings(parts: readonly ReportPart[]): ReportFinding[] {
  const all = bySeverity(parts.flatMap(findingsOf)) as ReportFinding[];
  const sorted = mergedByCause(onceEach(all)).toSorted((a, b) => harmOf(a.code) - harmOf(b.code));
  return bySeverity(sorted) as ReportFinding[];
}

function onceEach(all: readonly ReportFinding[]): ReportFinding[] {
  const seen = new Set<string>();
  return all.filter(({ tool, code, about }) => {
    const subject = JSON.stringify([code, about]);
    const isSaid = seen.has(subject) && !seen.has(`${tool} ${subject}`);
    // A tool may report the same code several times about one subject, with different evidence: all of these are kept.
    seen.add(subject).add(`${tool} ${subject}`);
    return !isSaid;
  });
}

function gapOf({ tool, outcome }: ReportPart): Gap[] {
  if (outcome.success) return [];
  const { code, retryAfterSeconds } = outcome;
  return [{ part: tool, code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }];
}

function checkedAtOf({ outcome }: ReportPart): string[] {
  const at = outcome.success ? outcome._data['checkedAt'] : undefined;
  return typeof at === 'string' ? [at] : [];
}
