import { ToolError } from '@sonde/contract';
import type { Claims } from '../../limits/claims.ts';

/** Time by which a running search is usually over. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Runs one search at a time below a registrable domain, over all instances that share claims. Equal searches have already
 * been joined; those left are for different names below the same registrable domain.
 * @throws ToolError `busy` while another search runs
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
