import { randomUUID } from 'node:crypto';
import { report, reportPartsOf } from '@sonde/contract';
import { watchRulesOf } from '@sonde/contract/answers/watch-rules';
import { isToolId } from '@sonde/contract/tools/modules';
import { certificates } from '@sonde/contract/watch/certificates/watched-certificates';
import type { WatchMemory } from '@sonde/service/watches/memory';
import { avoidedResolvers, type Watching } from '@sonde/service/watches/observe';
import { observeOutcome } from '@sonde/service/watches/observe-outcome';
import { dueParts, observeReport, partOf, type ReportWatching } from '@sonde/service/watches/observe-report';
import type { WatchRow } from '../stores/watch-tables.ts';
import type { WatchAnswer } from './keep-answers.ts';
import { measureCertificates } from './measure-certificates.ts';
import { measurePlaces } from './measure-places.ts';
import { measureWatch, type WatchOutcome } from './measure-watch.ts';
import type { MeasuredWatch, StepParts } from './measured-watch.ts';
import { memoryOf } from './watch-memory.ts';

/** Measures what a watch is about: its tool, those tools of the report whose time has come, or the certificates in the logs. */
export function measureStep(
  parts: StepParts,
  row: WatchRow,
  nowMs: number,
  signal: AbortSignal,
): Promise<MeasuredWatch> {
  if (row.tool === certificates.id) return measureCertificates(parts, row, signal);
  return row.tool === report.id ? measureReport(parts, row, nowMs, signal) : measureTool(parts, row, signal);
}

const watchingOf = (row: WatchRow, { confirmSeconds }: StepParts): Omit<Watching, 'rules'> => ({
  quiet: JSON.parse(row.quiet) as string[],
  everySeconds: row.every_s,
  confirmSeconds,
  newId: randomUUID,
});

const avoidedBy = ({ hasSeveralResolvers }: StepParts, memory: WatchMemory | null) =>
  hasSeveralResolvers ? avoidedResolvers(memory) : [];

async function measureTool(parts: StepParts, row: WatchRow, signal: AbortSignal): Promise<MeasuredWatch> {
  const watching: Watching = {
    ...watchingOf(row, parts),
    rules: isToolId(row.tool) ? watchRulesOf(row.tool) : {},
  };
  if (row.places !== null) return measurePlaces(parts, row, watching, signal);
  const found = await measureWatch(parts, row, avoidedBy(parts, memoryOf(row)), signal);
  if (found.kind === 'later') return found;
  return {
    kind: 'measured',
    failure: failureOf(found),
    doubt: found.kind === 'failure' ? found.code : null,
    answers: found.kind === 'answer' ? [answerOf(row, found)] : [],
    step: (nowMs) => observeOutcome(memoryOf(row), watching, found, nowMs),
  };
}

async function measureReport(
  parts: StepParts,
  row: WatchRow,
  startMs: number,
  signal: AbortSignal,
): Promise<MeasuredWatch> {
  const planned = reportPartsOf(row.target, parts.service.tools);
  const memory = memoryOf(row);
  const watching: ReportWatching = {
    ...watchingOf(row, parts),
    parts: planned.flatMap(({ tool: { id } }) => (isToolId(id) ? [{ tool: id, rules: watchRulesOf(id) }] : [])),
  };
  const due = new Set(dueParts(memory, watching, startMs).map(({ tool }) => tool));
  const measured = await Promise.all(
    planned
      .filter(({ tool }) => due.has(tool.id))
      .map(async ({ tool, question }) => {
        const { checkedAt: checked_at = null, memory: known = null } = partOf(memory, tool.id) ?? {};
        const asked: WatchRow = { ...row, tool: tool.id, query: JSON.stringify(question), checked_at };
        return { tool: tool.id, asked, outcome: await measureWatch(parts, asked, avoidedBy(parts, known), signal) };
      }),
  );
  const later = measured.flatMap(({ outcome }) => (outcome.kind === 'later' ? [outcome.seconds] : []));
  if (later.length === measured.length) return { kind: 'later', seconds: Math.max(LATER_SECONDS, ...later) };
  const told = measured.flatMap(({ outcome }) => (outcome.kind === 'later' ? [] : [outcome]));
  const codes = told.map(failureOf);
  const [first = null] = codes;
  const doubts = told.map((outcome) => (outcome.kind === 'failure' ? outcome.code : null));
  return {
    kind: 'measured',
    failure: codes.every((code) => code !== null) ? first : null,
    doubt: doubts.every((code) => code !== null) ? (doubts[0] ?? null) : null,
    answers: measured.flatMap(({ asked, outcome }) => (outcome.kind === 'answer' ? [answerOf(asked, outcome)] : [])),
    step: (nowMs) => observeReport(memory, watching, measured, nowMs),
  };
}

/** How long a report waits of which this server has no tool. */
const LATER_SECONDS = 60;

function failureOf(found: Exclude<WatchOutcome, { kind: 'later' }>): string | null {
  if (found.kind === 'answer') return null;
  return found.kind === 'failure' ? found.code : 'not-found';
}

const answerOf = (
  { target, query }: WatchRow,
  { tool, outcome }: Extract<WatchOutcome, { kind: 'answer' }>,
): WatchAnswer => ({ tool, outcome, target, query: JSON.parse(query) as Record<string, string> });
