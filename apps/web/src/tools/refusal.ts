import { AskError } from '../ask-error.ts';

/** True where the same text is refused whenever it comes: it is no target, or none that may be looked up. */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof AskError ? error.failure?.code : undefined;
  return code === 'invalid-input' || code === 'refused-target';
}
