import { connect } from 'node:http2';
import { onAbort } from '../../async/signals.ts';
import { webFailure } from '../http/web-failure.ts';
import { NetFailure } from '../net.ts';
import { collect } from './read-content.ts';
import { MAX_HEADER_BYTES, MAX_HEADER_FIELDS, pairsOf, requestFields, type SendRequest } from './request.ts';

/** Megabytes of memory that the session may use. */
const MAX_SESSION_MEMORY = 4;
/** Octets in flight: with the default, a body needs a round trip for every 64 kB. */
const WINDOW_OCTETS = 1024 * 1024;

/** HTTP/2 (RFC 9113) with one stream. */
export const sendHttp2: SendRequest = (connection, url, { method, origin, maxBytes }, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const session = connect(url.origin, {
      createConnection: () => connection,
      settings: {
        enablePush: false,
        initialWindowSize: WINDOW_OCTETS,
        maxHeaderListSize: MAX_HEADER_BYTES,
      },
      maxSessionMemory: MAX_SESSION_MEMORY,
      maxHeaderListPairs: MAX_HEADER_FIELDS,
      maxReservedRemoteStreams: 0,
    });
    const close = () => {
      detach();
      session.destroy();
      connection.destroy();
    };
    const fail = (failure: unknown) => {
      // After the head, the body says by itself how it ended.
      reject(failure);
      close();
    };
    const detach = onAbort(signal, () => fail(signal.reason));
    // Errors of the session reach its stream as well; without a listener they would be uncaught.
    session.on('error', (error) => fail(webFailure(error, url.host)));
    const stream = session.request({
      ':method': method,
      ':path': `${url.pathname}${url.search}`,
      ':scheme': 'https',
      ':authority': url.host,
      ...requestFields(origin === undefined ? {} : { origin }),
    });
    stream.once('response', (_headers, _flags, ...[raw]: unknown[]) => {
      detach();
      const headers = pairsOf(Array.isArray(raw) ? raw.map(String) : []);
      const wire = collect(stream, maxBytes, signal);
      const fields = headers.filter(([name]) => !name.startsWith(':'));
      resolve({ httpVersion: '2', status: statusOf(headers), headers: fields, wire, close });
    });
    // The listeners stay until the end: errors after the result must not become uncaught.
    stream.on('error', (error) => fail(webFailure(error, url.host)));
    stream.on('close', () => {
      detach();
      reject(new NetFailure('reset', `${url.host}: the stream ended with code ${stream.rstCode}`));
    });
  });

function statusOf(headers: readonly (readonly [string, string])[]): number {
  return Number(headers.find(([name]) => name === ':status')?.[1] ?? 0);
}
