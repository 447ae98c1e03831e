import { type FetchLimits, type Net, NetFailure } from '../../../net/net.ts';

const FIRST_MS = 8000;
const AGAIN_MS = 4000;

/**
 * Fetches a document. One silence proves nothing, so a host that does not answer in time is asked a second time.
 * @throws NetFailure as `Net.fetch`; the signal's reason
 */
export async function fetchTwice(
  net: Pick<Net, 'fetch'>,
  url: string,
  limits: Omit<FetchLimits, 'timeoutMs'>,
  signal: AbortSignal,
): ReturnType<Net['fetch']> {
  try {
    return await net.fetch(url, { ...limits, timeoutMs: FIRST_MS }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NetFailure) || error.reason !== 'timeout') throw error;
    return net.fetch(url, { ...limits, timeoutMs: AGAIN_MS }, signal);
  }
}
