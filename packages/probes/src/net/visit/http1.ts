import { type IncomingMessage, request } from 'node:http';
import { onAbort } from '../../async/signals.ts';
import { webFailure } from '../http/web-failure.ts';
import { NetFailure } from '../net.ts';
import { collect } from './read-content.ts';
import { MAX_HEADER_BYTES, pairsOf, requestFields, type SendRequest } from './request.ts';

/** Names as other clients write them: `user-agent` becomes `User-Agent`. */
const spelled = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** HTTP/1.1 (RFC 9112). */
export const sendHttp1: SendRequest = (stream, url, { method, origin, maxBytes }, signal) =>
  new Promise((resolve, reject) => {
    const fields = requestFields(origin === undefined ? {} : { origin });
    const outgoing = request({
      createConnection: () => stream,
      method,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        Host: url.host,
        ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [spelled(name), value])),
        // As a browser sends it: some servers answer otherwise to those who leave.
        Connection: 'keep-alive',
      },
    });
    const detach = onAbort(signal, () => reject(signal.reason));
    let incoming: IncomingMessage | null = null;
    outgoing.once('response', (message) => {
      detach();
      incoming = message;
      resolve({
        httpVersion: message.httpVersion === '1.0' ? '1.0' : '1.1',
        status: message.statusCode ?? 0,
        headers: pairsOf(message.rawHeaders),
        wire: collect(message, maxBytes, signal),
        close: () => outgoing.destroy(),
      });
    });
    outgoing.once('upgrade', (message, socket) => {
      detach();
      socket.destroy();
      reject(new NetFailure('invalid-response', `${url.host}: another protocol, status ${message.statusCode}`));
    });
    // The listener stays until the end: errors after the result must not become uncaught.
    outgoing.on('error', (error) => {
      detach();
      reject(webFailure(error, url.host));
      // The body learns only that the connection has ended, and not why.
      incoming?.destroy(error);
    });
    outgoing.end();
  });
