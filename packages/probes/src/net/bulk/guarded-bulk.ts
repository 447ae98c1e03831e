import type { Guard } from '../guard/guard.ts';
import type { Net } from '../net.ts';
import type { BulkResolver } from './bulk-resolver.ts';

/** Applies the guard to bulk questions: to the zone, and to each name below it if names there may be denied. */
export function guardedBulk(guard: Guard, resolver: BulkResolver): Net['askMany'] {
  return async function* askMany(question, signal) {
    signal.throwIfAborted();
    guard.checkQuestion(question.zone);
    const prefixes = guard.withoutDenied(question.prefixes, question.zone);
    yield* resolver.askMany({ ...question, prefixes }, signal);
  };
}
