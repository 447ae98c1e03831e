import { type ClientHttp2Session, connect, constants } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { withDeadline } from '../../async/deadline.ts';
import { onAbort } from '../../async/signals.ts';
import { decodeFor, workOf } from '../../work/work.ts';
import { webFailure } from '../http/web-failure.ts';
import { type DnsServer, NetFailure } from '../net.ts';
import { recordedMessage } from '../recording/plaintext.ts';
import { ANSWER_TIMEOUT_MS, encodeServerQuery, MAX_MESSAGE_BYTES, readServerReply } from './server-query.ts';
import type { ServerPlace } from './tls-server.ts';

/** RFC 8484 section 6. */
const MEDIA_TYPE = 'application/dns-message';
const OK = 200;
/** Megabytes of memory that the session may use for all its streams. */
const MAX_SESSION_MEMORY = 4;
const MAX_HEADERS = 64;

export interface HttpsPlace extends ServerPlace {
  /** The authority of the URL: host, and port unless it is the default. */
  readonly authority: string;
  readonly path: string;
}

/**
 * DNS over HTTPS (RFC 8484) over one HTTP/2 connection. Redirects are not followed. Uses GET: many concurrent POSTs
 * interleave header and data frames, which some servers (Knot Resolver 5) refuse.
 */
export function httpsServer(socket: TLSSocket, place: HttpsPlace): DnsServer {
  const { address, endpoint, closing, authority, path } = place;
  const session = connect(`https://${authority}`, {
    createConnection: () => socket,
    settings: { enablePush: false },
    maxSessionMemory: MAX_SESSION_MEMORY,
    maxHeaderListPairs: MAX_HEADERS,
  });
  // Errors of the session reach its streams as well; without a listener they would be uncaught.
  session.on('error', () => socket.destroy());
  const close = () => {
    detach();
    session.destroy();
    socket.destroy();
  };
  const detach = onAbort(closing, close);
  return {
    address,
    endpoint,
    ask: (question, caller) =>
      withDeadline(
        { timeoutMs: ANSWER_TIMEOUT_MS, what: `an answer of ${endpoint}` },
        [caller, closing],
        async (signal) => {
          workOf(caller)?.budget.spend('questions');
          // RFC 8484 section 4.1: id 0, so that caches recognize equal questions.
          const query = encodeServerQuery(question, 0);
          const reply = await recordedMessage(place, query, signal, () =>
            get(session, { path, endpoint }, query, signal),
          );
          const from = { resolver: endpoint, transport: 'https' } as const;
          return decodeFor(signal, () => readServerReply(query, reply, from, question));
        },
      ),
    close,
  };
}

function get(
  session: ClientHttp2Session,
  { path, endpoint }: { readonly path: string; readonly endpoint: string },
  query: Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (session.destroyed || session.closed)
      return reject(new NetFailure('reset', `${endpoint}: the connection has ended`));
    const stream = session.request({
      ':method': 'GET',
      ':path': `${path}?dns=${query.toString('base64url')}`,
      accept: MEDIA_TYPE,
      'user-agent': 'Sonde',
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (settle: () => void) => {
      detach();
      stream.close(constants.NGHTTP2_CANCEL);
      settle();
    };
    const fail = (failure: unknown) => finish(() => reject(failure));
    const detach = onAbort(signal, () => fail(signal.reason));
    stream.on('response', (headers) => {
      const status = headers[':status'];
      const type = String(headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim()
        .toLowerCase();
      if (status !== OK) fail(new NetFailure('invalid-response', `${endpoint}: HTTP status ${status}`));
      else if (type !== MEDIA_TYPE) fail(new NetFailure('invalid-response', `${endpoint}: not a DNS message`));
    });
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_MESSAGE_BYTES) return fail(new NetFailure('too-large', `${endpoint}: more than a DNS message`));
      chunks.push(chunk);
    });
    // The listeners stay until the end: errors after the result must not become uncaught.
    stream.on('error', (error) => fail(webFailure(error, endpoint)));
    stream.on('end', () => finish(() => resolve(Buffer.concat(chunks))));
    stream.on('close', () => fail(new NetFailure('reset', `${endpoint}: ended early`)));
  });
}
