import { ToolError } from '@sonde/contract';
import type { Claims } from '../../limits/claims.ts';

/** A running search is usually over by then. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Runs one search below a registrable domain at a time, over all instances that share claims. Equal searches have been
 * joined before this; what is left are searches for different names below the same registrable domain.
 * @throws ToolError `busy` while another search runs.
 */
export async function oneAtATime<Result>(
  searches: Claims,
  registrable: string,
  search: () => Promise<Result>,
): Promise<Result> {
  const release = await searches.claim(`search ${registrable}`);
  if (release === null) {
    throw new ToolError('busy', `Another search below ${registrable} is running. Please try again in a moment.`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  try {
    return await search();
  } finally {
    release();
  }
}
