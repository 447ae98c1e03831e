// watch/: a target that is measured again and again in this process, without a server.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ToolId, tools } from '@sonde/contract';
import { readableFacts } from '@sonde/contract/answers/answer-facts';
import { watchRulesOf } from '@sonde/contract/answers/watch-rules';
import { watchWords } from '@sonde/contract/answers/watch-words';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { failureKind } from '@sonde/service/watches/failure-kind';
import { knownEnds } from '@sonde/service/watches/known-ends';
import type { WatchMemory } from '@sonde/service/watches/memory';
import {
  type FoundChange,
  observeAbsence,
  observeAnswer,
  observeFailure,
  type Watching,
  type WatchStep,
} from '@sonde/service/watches/observe';
import type { LookupContext } from '../cli-context.ts';
import { EXIT } from '../exit-status.ts';
import { measured } from '../look-up.ts';
import type { Result } from '../print/lookup-result.ts';
import { printable, printableJson } from '../print/printable.ts';

export interface WatchCall {
  readonly id: ToolId;
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
  const target = query[tools[id].target] ?? '';
  const watching: Watching = {
    rules: watchRulesOf(id),
    quiet: [],
    everySeconds,
    confirmSeconds,
    newId: randomUUID,
  };
  err(`sonde: ${printable(target)} is measured with ${id} every ${everySeconds} seconds; Ctrl-C ends it`);
  let memory: WatchMemory | null = null;
  while (!signal.aborted) {
    const result = await measured({ id, call: null, query, format: 'json', warnDays: null }, context);
    if (result === null) break;
    const step = stepOf(memory, watching, result);
    if (step === null) err(`sonde: ${printable(target)} was not measured this time; it is tried again`);
    else {
      if (memory === null) err(`sonde: the first state is known since ${formatUtc(result.endedAt)}`);
      memory = step.memory;
      const told = step.changes.filter(({ state }) => state === 'confirmed');
      for (const change of told) out(isJson ? jsonLine(id, target, change) : textLine(id, change));
    }
    await sleep((step?.nextSeconds ?? confirmSeconds) * 1000, undefined, { signal }).catch(() => undefined);
  }
  return EXIT.interrupted;
}

/** Null if the failure says nothing about the target. */
function stepOf(memory: WatchMemory | null, watching: Watching, result: Result): WatchStep | null {
  const atMs = Date.parse(result.endedAt);
  if (result.kind === 'answer') {
    const { id, answer } = result;
    return observeAnswer(memory, watching, { facts: readableFacts(id, answer), ends: knownEnds(id, answer), atMs });
  }
  const { code, reason } = result.error;
  const kind = failureKind(code, reason);
  if (kind === 'nothing') return null;
  return kind === 'absent' ? observeAbsence(memory, watching, atMs) : observeFailure(memory, watching, code, atMs);
}

function textLine(id: ToolId, change: FoundChange): string {
  const { label, text } = watchWords(id, change);
  return printable(`${formatUtc(change.at)}  ${label}: ${text}`);
}

function jsonLine(tool: ToolId, target: string, change: FoundChange): string {
  return printableJson({ tool, target, ...change, ...watchWords(tool, change) }, 0);
}
