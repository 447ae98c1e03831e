// watch/: a target that is measured again and again in this process, without a server.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { report, reportPartsOf, type ToolId, tools } from '@sonde/contract';
import { readableFacts } from '@sonde/contract/answers/answer-facts';
import { watchRulesOf } from '@sonde/contract/answers/watch-rules';
import { type WatchedId, watchWords } from '@sonde/contract/answers/watch-words';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { certificates } from '@sonde/contract/watch/certificates/watched-certificates';
import { canReadIssuances, NO_SEARCH } from '@sonde/probes';
import { failureKind } from '@sonde/service/watches/failure-kind';
import { knownEnds } from '@sonde/service/watches/known-ends';
import type { WatchMemory } from '@sonde/service/watches/memory';
import { avoidedResolvers, type FoundChange, type Watching, type WatchStep } from '@sonde/service/watches/observe';
import { observeOutcome } from '@sonde/service/watches/observe-outcome';
import {
  dueParts,
  observeReport,
  type PartMeasurement,
  partOf,
  type ReportWatching,
} from '@sonde/service/watches/observe-report';
import type { LookupContext } from '../cli-context.ts';
import { EXIT } from '../exit-status.ts';
import { measured } from '../look-up.ts';
import type { Result } from '../print/lookup-result.ts';
import { printable, printableJson } from '../print/printable.ts';
import { certificateMeasure } from './watch-certificates.ts';
import type { Measure } from './watch-step.ts';

export interface WatchCall {
  readonly id: WatchedId;
  readonly query: Readonly<Record<string, string>>;
  readonly everySeconds: number;
  readonly confirmSeconds: number;
  /** Whether changes are printed as lines of JSON. */
  readonly isJson: boolean;
  readonly color: boolean | null;
}

/** Prints each change when it is confirmed, until Ctrl-C. */
export async function watchTarget(call: WatchCall, context: LookupContext): Promise<number> {
  const { id, query, everySeconds, confirmSeconds, isJson } = call;
  const { signal, out, err } = context;
  const target = query[targetOf(id)] ?? '';
  if (id === certificates.id && !canReadIssuances(context.engines.data)) {
    err(`sonde: ${NO_SEARCH}`);
    return EXIT.usage;
  }
  err(`sonde: ${printable(target)} is measured with ${id} every ${everySeconds} seconds; Ctrl-C ends it`);
  const measure = measureOf(call, target, context);
  let memory: WatchMemory | null = null;
  while (!signal.aborted) {
    const measured = await measure(memory);
    if (measured === 'interrupted') break;
    if (measured === null) err(`sonde: ${printable(target)} was not measured this time; it is tried again`);
    else {
      if (memory === null) err(`sonde: the first state is known since ${formatUtc(measured.endedAt)}`);
      memory = measured.step.memory;
      const told = measured.step.changes.filter(({ state }) => state === 'confirmed');
      for (const change of told) out(isJson ? jsonLine(id, target, change) : textLine(id, change));
    }
    const seconds = measured?.step.nextSeconds ?? confirmSeconds;
    await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);
  }
  return EXIT.interrupted;
}

const targetOf = (id: WatchedId): string =>
  id === report.id ? report.target : id === certificates.id ? certificates.target : tools[id].target;

function measureOf(call: WatchCall, target: string, context: LookupContext): Measure {
  const { id } = call;
  if (id === certificates.id) return certificateMeasure({ ...call, newId: randomUUID }, context);
  return id === report.id ? reportMeasure(call, target, context) : toolMeasure(call, id, context);
}

const watchingOf = ({ everySeconds, confirmSeconds }: WatchCall): Omit<Watching, 'rules'> => ({
  quiet: [],
  everySeconds,
  confirmSeconds,
  newId: randomUUID,
});

function toolMeasure(call: WatchCall, id: ToolId, context: LookupContext): Measure {
  const watching: Watching = { ...watchingOf(call), rules: watchRulesOf(id) };
  return async (memory) => {
    const found = await measureOnce(id, call.query, memory, context);
    if (found === null) return 'interrupted';
    const step = stepOf(memory, watching, found);
    return step === null ? null : { step, endedAt: found.result.endedAt };
  };
}

/** Each tool of the report is measured at its own time. */
function reportMeasure(call: WatchCall, target: string, context: LookupContext): Measure {
  const planned = reportPartsOf(target);
  const parts = planned.map(({ tool }) => ({ tool: tool.id, rules: watchRulesOf(tool.id as ToolId) }));
  const watching: ReportWatching = { ...watchingOf(call), parts };
  return async (memory) => {
    const due = new Set(dueParts(memory, watching, Date.now()).map(({ tool }) => tool));
    const measured = await Promise.all(
      planned
        .filter(({ tool }) => due.has(tool.id))
        .map(async ({ tool, question }) => {
          const known = partOf(memory, tool.id)?.memory ?? null;
          const found = await measureOnce(tool.id as ToolId, question, known, context);
          return found === null ? null : { tool: tool.id, outcome: outcomeOf(found, call) };
        }),
    );
    const ended = measured.flatMap((one) => one ?? []);
    if (ended.length < measured.length) return 'interrupted';
    if (ended.every(({ outcome }) => outcome.kind === 'later')) return null;
    const atMs = Date.now();
    return { step: observeReport(memory, watching, ended, atMs), endedAt: new Date(atMs).toISOString() };
  };
}

interface Found {
  readonly result: Result;
  /** The resolvers that were asked. */
  readonly resolvers: readonly string[];
}

/** By others than the resolvers that have shown something new, if there are any. Null if it was interrupted. */
async function measureOnce(
  id: ToolId,
  query: WatchCall['query'],
  memory: WatchMemory | null,
  context: LookupContext,
): Promise<Found | null> {
  const asked = new Set<string>();
  const resolvers = { avoided: avoidedResolvers(memory), note: (resolver: string) => void asked.add(resolver) };
  const result = await measured(
    { id, call: null, query, format: 'json', warnDays: null },
    { ...context, engines: { ...context.engines, resolvers } },
  );
  return result === null ? null : { result, resolvers: [...asked] };
}

/** Null if the failure says nothing about the target. */
function stepOf(memory: WatchMemory | null, watching: Watching, found: Found): WatchStep | null {
  const outcome = outcomeOf(found, watching);
  return outcome.kind === 'later' ? null : observeOutcome(memory, watching, outcome, Date.parse(found.result.endedAt));
}

function outcomeOf(
  { result, resolvers }: Found,
  { confirmSeconds }: Pick<WatchCall, 'confirmSeconds'>,
): PartMeasurement {
  if (result.kind === 'answer') {
    const { id, answer } = result;
    return { kind: 'answer', facts: readableFacts(id, answer), ends: knownEnds(id, answer), resolvers };
  }
  const { code, reason } = result.error;
  const kind = failureKind(code, reason);
  if (kind === 'nothing') return { kind: 'later', seconds: confirmSeconds };
  return kind === 'absent' ? { kind, resolvers } : { kind: 'failure', code };
}

function textLine(id: WatchedId, change: FoundChange): string {
  const { label, text } = watchWords(id, change);
  return printable(`${formatUtc(change.at)}  ${label}: ${text}`);
}

function jsonLine(tool: WatchedId, target: string, change: FoundChange): string {
  return printableJson({ tool, target, ...change, ...watchWords(tool, change) }, 0);
}
