import type { Facts } from '../fact/fact.ts';
import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';

/**
 * The facts of any tool's answer, without what changes by itself: times, remaining TTLs, order, connections.
 * @param answer as defined by the tool's contract, with `gaps`.
 */
export function answerFacts(id: ToolId, answer: Readonly<Record<string, unknown>>): Facts {
  return moduleOf(id)?.facts(answer) ?? new Map();
}

/** The same, but none for an answer in the form of another version, which may be that of another server. */
export function readableFacts(id: ToolId, answer: Readonly<Record<string, unknown>>): Facts {
  try {
    return answerFacts(id, answer);
  } catch {
    return new Map();
  }
}
