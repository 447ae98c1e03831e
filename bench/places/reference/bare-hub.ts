/**
 * The least that a hub can do, for comparison: Node's HTTP, `ws`, and JSON in both directions. It checks nothing, limits nothing,
 * and answers in the form of a server of Sonde. Agents say who they are in the address that they connect to.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getHeapSpaceStatistics } from 'node:v8';
import { type WebSocket, WebSocketServer } from 'ws';

interface Answered {
  readonly job: number;
  readonly data: unknown;
  readonly measuredMs: number;
}

const agents = new Map<string, WebSocket>();
const waiting = new Map<number, (answered: Answered) => void>();
let jobs = 0;

const addressOf = ({ url = '/' }: IncomingMessage) => new URL(url, 'http://localhost');

function ask(place: string, domain: string | null): Promise<object> {
  const agent = agents.get(place);
  if (agent === undefined) return Promise.resolve({ place, state: 'needs-update', data: null, measuredMs: null });
  jobs += 1;
  const job = jobs;
  return new Promise((resolve) => {
    waiting.set(job, ({ data, measuredMs }) => resolve({ place, state: 'answer', data, measuredMs }));
    agent.send(JSON.stringify({ t: 'job', job, tool: 'dns', query: { domain }, deadlineMs: 10_000 }));
  });
}

async function answer(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = addressOf(request);
  if (pathname === '/metrics') {
    const { rss, heapUsed } = process.memoryUsage();
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size;
    return JSON.stringify({
      process_resident_memory_bytes: rss,
      nodejs_heap_size_used_bytes: heapUsed,
      'nodejs_heap_space_size_total_bytes{space="new"}': young,
    });
  }
  const from = searchParams.get('from')?.split(',') ?? [];
  const places = await Promise.all(from.map((place) => ask(place, searchParams.get('domain'))));
  return JSON.stringify({ success: true, message: 'OK', _data: { places } });
}

const server = createServer((request, response) => {
  void answer(request).then((text) => response.setHeader('content-type', 'application/json').end(text));
});
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false });
server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (agent) => {
    agents.set(addressOf(request).searchParams.get('place') ?? '', agent);
    agent.on('message', (text) => {
      const answered = JSON.parse(String(text)) as Answered;
      waiting.get(answered.job)?.(answered);
      waiting.delete(answered.job);
    });
    agent.on('error', () => {});
  }),
);
process.once('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () =>
  process.stderr.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
