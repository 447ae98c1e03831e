import * as z from 'zod/mini';
import type { Gap } from '../envelope.ts';
import { CheckResult } from '../finding/check-result.ts';
import type { Finding, FindingState } from '../finding/finding.ts';
import { bySeverity } from '../finding/severity.ts';
import { countOfChecks, verdictOfState, worstOf } from '../finding/verdict.ts';
import { verdictWords } from '../finding/verdict-words.ts';
import { mergedByCause } from './causes.ts';
import { harmOf } from './harms.ts';
import { failureSummary } from './read-part.ts';
import type { ReportCounts, ReportData, ReportFinding, ReportPart } from './report.ts';
import { nameOfTool } from './tool-names.ts';

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
  const checks = parts.map(checkOf);
  return {
    target,
    verdict: worstOf(checks.map(({ state }) => state)),
    checks,
    counts: countsOf(findings, gaps),
    findings,
    parts: [...parts],
    gaps,
    ...(checkedAt === undefined ? {} : { checkedAt }),
  };
}

/** A tool as one check of the report. */
function checkOf(part: ReportPart): CheckResult {
  const { tool, outcome } = part;
  const named = { id: tool, title: nameOfTool(tool) };
  if (!outcome.success) {
    return { ...named, state: 'unknown', summary: failureSummary(outcome.code, outcome.reason ?? null), notes: 0 };
  }
  const findings = findingsOf(part);
  const checks = z.array(CheckResult).safeParse(outcome._data['checks']).data ?? [];
  const state = worstOf([...findings.map((one) => verdictOfState(one.state)), ...checks.map((one) => one.state)]);
  const worst = checks.find((one) => one.state === state);
  const summary = worst === undefined ? verdictWords[state] : state === 'good' ? countOfChecks(checks) : worst.summary;
  return { ...named, state, summary, notes: findings.filter((one) => one.state === 'note').length };
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
