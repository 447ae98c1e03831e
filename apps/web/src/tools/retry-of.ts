import { AskError } from '../ask-error.ts';

/** The second try of a failed lookup; none where the same text is refused again whenever it comes. */
export function retryOf(error: unknown, askAgain: () => void): (() => void) | undefined {
  const code = error instanceof AskError ? error.failure?.code : null;
  return code === 'invalid-input' || code === 'refused-target' ? undefined : askAgain;
}
