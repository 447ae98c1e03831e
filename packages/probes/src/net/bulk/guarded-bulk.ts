import type { Guard } from '../guard.ts';
import type { Net } from '../net.ts';
import type { BulkResolver } from './bulk-resolver.ts';

/** Bulk questions that pass the guard: the zone as a whole, and below it every name that may be denied by itself. */
export function guardedBulk(guard: Guard, resolver: BulkResolver): Net['askMany'] {
  return async function* askMany(question, signal) {
    signal.throwIfAborted();
    guard.checkQuestion(question.zone);
    const prefixes = guard.withoutDenied(question.prefixes, question.zone);
    yield* resolver.askMany({ ...question, prefixes }, signal);
  };
}
