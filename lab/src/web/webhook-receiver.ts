import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { openWorkplace } from '../processes/workplace.ts';
import { makeCertificates } from './certificates.ts';

/** One message as it was received. */
export interface ReceivedPost {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** An HTTPS server on loopback that receives messages, with a certificate for `hooks.test` and 127.0.0.1. */
export interface WebhookReceiver {
  readonly port: number;
  /** PEM file of the authority that signed its certificate. */
  readonly authority: string;
  readonly received: readonly ReceivedPost[];
  /** What the path `/changing` answers; the other paths always behave as they are named. */
  behave(how: ReceiverBehaviourName): void;
  stop(): Promise<void>;
}

const MEGABYTE = Buffer.alloc(1_000_000, 0x61);
const HUGE = 100;

const behaviours = {
  ok: (answer: ServerResponse) => void answer.writeHead(204).end(),
  fail: (answer: ServerResponse) => void answer.writeHead(500).end('out of order'),
  gone: (answer: ServerResponse) => void answer.writeHead(410).end(),
  /** The request is read, and never answered. */
  hang: () => {},
  'hang-up': (answer: ServerResponse) => void answer.socket?.destroy(),
  /** A head that grows by one field a second, for as long as anybody reads. */
  slow: (answer: ServerResponse) => drip(answer),
  huge: (answer: ServerResponse) => {
    answer.writeHead(200);
    for (let sent = 0; sent < HUGE; sent += 1) answer.write(MEGABYTE);
    answer.end();
  },
  garbage: (answer: ServerResponse) => void answer.socket?.end('220 mail.example ESMTP ready\r\n'),
} as const;

export type ReceiverBehaviourName = keyof typeof behaviours;

const DRIP_MS = 200;

function drip(answer: ServerResponse): void {
  const { socket } = answer;
  socket?.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket?.write('X-More: x\r\n'), DRIP_MS);
  socket?.once('close', () => clearInterval(timer));
}

/** `/NAME` behaves as named, `/to?URL` redirects there with 301, `/changing` behaves as last told. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const workplace = await openWorkplace();
  const { authority, certificate, key } = await makeCertificates(workplace.directory, [
    'DNS:hooks.test',
    'IP:127.0.0.1',
  ]);
  const received: ReceivedPost[] = [];
  let changing: ReceiverBehaviourName = 'ok';
  const server = createServer(
    { cert: await readFile(certificate), key: await readFile(key) },
    async (request, answer) => {
      answer.on('error', () => {});
      const body = await bodyOf(request).catch(() => null);
      if (body === null) return;
      const path = request.url ?? '';
      received.push({ path, method: request.method ?? '', headers: request.headers, body });
      answerAs(path === '/changing' ? `/${changing}` : path, answer);
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    authority,
    received,
    behave: (how) => {
      changing = how;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await workplace.close();
    },
  };
}

function answerAs(path: string, answer: ServerResponse): void {
  const to = /^\/to\?(.*)$/.exec(path)?.[1];
  if (to !== undefined) {
    answer.writeHead(301, { location: decodeURIComponent(to) }).end();
    return;
  }
  const behaviour = Object.entries(behaviours).find(([name]) => path === `/${name}`)?.[1] ?? behaviours.ok;
  behaviour(answer);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
