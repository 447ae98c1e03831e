import { onAbort } from '../../async/signals.ts';
import { NetFailure, type PostedMessage } from '../net.ts';
import { hostOf, readUrl, type WebConnector } from './fetch.ts';
import { requestHead } from './http-head.ts';

/**
 * POST to an address that a member named; see `Net.post`. The status is the whole result: the connection is closed before
 * the body of the response, whatever its size.
 * @throws NetFailure, or the signal's reason
 */
export async function postThrough(
  connector: WebConnector,
  posted: PostedMessage,
  signal: AbortSignal,
): Promise<number> {
  const url = readUrl(posted.url);
  if (url.protocol !== 'https:') throw new NetFailure('not-allowed-port', `${url.host}: only https is posted to`);
  const origin = { isOperators: false, namedBy: undefined, service: 'webhook' } as const;
  const { socket } = await connector.open(url, origin, signal);
  const detach = onAbort(signal, () => socket.destroy());
  try {
    const stream = await connector.secure(socket, hostOf(url), signal);
    const { statusCode = 0 } = await requestHead(stream, url, { authorization: null, posted }, signal);
    return statusCode;
  } finally {
    detach();
    socket.destroy();
  }
}
