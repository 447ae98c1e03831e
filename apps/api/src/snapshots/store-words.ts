import { ToolError } from '@sonde/contract';
import { storeFailure } from '../stores/store-failure.ts';

/** Runs work on the store of snapshots; error messages refer to kept results instead of accounts. */
export async function withStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = error instanceof ToolError ? error : storeFailure(error);
    if (failure.code !== 'store-failed' || failure.reason === 'disk-full') throw failure;
    throw new ToolError(
      'store-failed',
      'Kept results are unavailable right now. All tools still work. Please try again in a moment.',
      {
        cause: failure.cause,
        ...(failure.retryAfterSeconds === null ? {} : { retryAfterSeconds: failure.retryAfterSeconds }),
      },
    );
  }
}
