import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WholeReply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
/**
 * How the stub answers a request: with a complete reply, by closing the connection, only once released, or by a
 * function.
 */
export type Reply = WholeReply | 'hang-up' | 'wait' | ((response: ServerResponse) => void);
type PromptReply = Exclude<Reply, 'wait'>;

/** A server in place of the API, for what the real one never does: broken envelopes, closed connections, no reply. */
export interface ApiStub {
  readonly origin: string;
  /** Path and query of every request so far, in order. */
  readonly asked: string[];
  /** Headers of the last request. */
  headers: IncomingMessage['headers'];
  reply(path: string): Reply;
  /** Answers all requests that are waiting. */
  releaseAll(reply: PromptReply): void;
  close(): Promise<void>;
}

export function json(status: number, body: unknown): WholeReply {
  return { status, body: JSON.stringify(body) };
}

function send(response: ServerResponse, reply: PromptReply): void {
  if (reply === 'hang-up') response.socket?.destroy();
  else if (typeof reply === 'function') reply(response);
  else response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
}

export async function startApiStub(): Promise<ApiStub> {
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    stub.asked.push(path);
    stub.headers = request.headers;
    const reply = stub.reply(path);
    if (reply === 'wait') waiting.add(response);
    else send(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: ApiStub = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    headers: {},
    reply: () => json(404, null),
    releaseAll(reply) {
      for (const response of waiting) send(response, reply);
      waiting.clear();
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return stub;
}

/** Sets the page's address, which only the simulated DOM allows. */
export function openAt(url: string): void {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
  // The history entry needs the address as well, or Back would lead to the page of an earlier test.
  history.replaceState(null, '', url);
}
