import { ToolError } from '@sonde/contract';
import type { Claims } from '../../limits/claims.ts';

/** Most of a search is over by then. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Runs one search below a registrable domain at a time, over all instances that share claims. Equal searches are joined
 * before they arrive here; the others are for names below one another.
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
