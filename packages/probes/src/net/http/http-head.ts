import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { onAbort } from '../../async/signals.ts';
import { type FetchLimits, NetFailure, type PostedMessage } from '../net.ts';
import { webFailure } from './web-failure.ts';

/** Limit for all header fields together; ordinary servers need a tenth of it. */
const MAX_HEADER_BYTES = 32 * 1024;

export interface RequestFields extends Pick<FetchLimits, 'accept' | 'ifNoneMatch'> {
  readonly authorization: string | null;
  /** Makes it a POST request. */
  readonly posted?: Pick<PostedMessage, 'type' | 'body' | 'fields'>;
}

/**
 * Sends a request on a new connection, GET unless something is posted, and waits for the head of the final response.
 * @throws NetFailure, or the signal's reason
 */
export function requestHead(
  socket: Duplex,
  url: URL,
  { accept, ifNoneMatch, authorization, posted }: RequestFields,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: posted === undefined ? 'GET' : 'POST',
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
        ...(posted === undefined ? {} : fieldsOf(posted)),
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
    outgoing.end(posted?.body);
  });
}

const fieldsOf = ({ type, body, fields }: NonNullable<RequestFields['posted']>) => ({
  ...fields,
  'Content-Type': type,
  'Content-Length': String(body.length),
});

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
