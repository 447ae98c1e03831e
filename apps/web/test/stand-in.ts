import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WholeReply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}
/** How the stand-in answers one request: as a whole, by hanging up, not before it is let go, or however it likes. */
export type Reply = WholeReply | 'hang-up' | 'wait' | ((response: ServerResponse) => void);
type PromptReply = Exclude<Reply, 'wait'>;

/** A server in the API's place, for what the real one never does: break its envelope, die, keep silent. */
export interface StandIn {
  readonly origin: string;
  /** Path and query of every request so far, in their order. */
  readonly asked: string[];
  /** Headers of the last request. */
  headers: IncomingMessage['headers'];
  reply(path: string): Reply;
  /** Answers everyone who waits. */
  letGo(reply: PromptReply): void;
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

export async function startStandIn(): Promise<StandIn> {
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    standIn.asked.push(path);
    standIn.headers = request.headers;
    const reply = standIn.reply(path);
    if (reply === 'wait') waiting.add(response);
    else send(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: StandIn = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    headers: {},
    reply: () => json(404, null),
    letGo(reply) {
      for (const response of waiting) send(response, reply);
      waiting.clear();
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return standIn;
}

/** Sets the page's address, as only the DOM's stand-in can. */
export function openAt(url: string): void {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
  // The entry of the history must know as well, or Back would lead to the page of an earlier test.
  history.replaceState(null, '', url);
}
