import { AskError } from '../../browser/api/ask-error.ts';

/** True if the same input will always be refused: it is not a target, or not an allowed one. */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof AskError ? error.failure?.code : undefined;
  return code === 'invalid-input' || code === 'refused-target';
}
