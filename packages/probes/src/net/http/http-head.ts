import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { onAbort } from '../../async/signals.ts';
import { type FetchLimits, NetFailure } from '../net.ts';
import { webFailure } from './web-failure.ts';

/** Limit for all header fields together; ordinary servers need a tenth of it. */
const MAX_HEADER_BYTES = 32 * 1024;

export interface RequestFields extends Pick<FetchLimits, 'accept' | 'ifNoneMatch'> {
  readonly authorization: string | null;
}

/**
 * Sends a GET request on a new connection and waits for the head of the final response.
 * @throws NetFailure, or the signal's reason
 */
export function requestHead(
  socket: Duplex,
  url: URL,
  { accept, ifNoneMatch, authorization }: RequestFields,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        Host: url.host,
        Accept: accept ?? '*/*',
        'Accept-Encoding': 'gzip',
        'User-Agent': 'Sonde',
        Connection: 'close',
        ...(authorization === null ? {} : { Authorization: authorization }),
        ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
      },
    });
    const detach = onAbort(signal, () => reject(signal.reason));
    outgoing.once('response', (message) => {
      detach();
      resolve(message);
    });
    outgoing.once('upgrade', () => {
      detach();
      reject(new NetFailure('invalid-response', `${url.host}: another protocol`));
    });
    // The listener stays until the end: errors after the result must not become uncaught.
    outgoing.on('error', (error) => {
      detach();
      reject(webFailure(error, url.host));
    });
    outgoing.end();
  });
}

/** Status and header fields, without fields that Node's parser accepts against the standard. */
export function answerHead({ statusCode = 0, rawHeaders }: IncomingMessage): { status: number; headers: Headers } {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    try {
      headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
    } catch {}
  }
  return { status: statusCode, headers };
}
