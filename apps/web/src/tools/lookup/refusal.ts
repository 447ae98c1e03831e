import { AskError } from '../../browser/api/ask-error.ts';

/** True if the same input will always be refused: it is not a target, or not an allowed one. */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof AskError ? error.failure?.code : undefined;
  return code === 'invalid-input' || code === 'refused-target';
}

/** When the server found nothing; undefined for other failures. Such an answer is measured again like any other. */
export function notFoundAt(error: unknown): string | undefined {
  const failure = error instanceof AskError ? error.failure : null;
  return failure?.code === 'not-found' ? failure.checkedAt : undefined;
}

/** True if the name itself does not exist, so that there is nothing at it to look at. */
export function isMissingName(error: unknown): boolean {
  return error instanceof AskError && error.failure?.reason === 'nxdomain';
}
