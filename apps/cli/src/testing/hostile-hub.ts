/**
 * A hub that sends what its test says, started with its port and id. Each line of standard input is what to do to the agent with
 * a key; each line of standard output is what an agent has sent, or how its connection has ended.
 */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { AGENT_PROTOCOL } from '@sonde/service/places/protocol';
import { type WebSocket, WebSocketServer } from 'ws';

/** What the test says. */
export type Told =
  | { readonly agent: string; readonly texts: readonly string[] }
  | { readonly agent: string; readonly close: true };
/** What it is told. */
export type Heard =
  | { readonly agent: string; readonly frame: Readonly<Record<string, unknown>> }
  | { readonly agent: string; readonly closed: number; readonly reason: string };

const [port, hub = ''] = process.argv.slice(2);
/** The latest connection of each agent. */
const agents = new Map<string, WebSocket>();
const tell = (heard: Heard) => process.stdout.write(`${JSON.stringify(heard)}\n`);
const welcome = { t: 'welcome', name: 'Trap', heartbeatMs: 20_000, jobs: 1_000, perMinute: 10_000 };

const server = new WebSocketServer({
  port: Number(port),
  perMessageDeflate: false,
  handleProtocols: () => AGENT_PROTOCOL,
});
server.on('listening', () => process.stdout.write('"ready"\n'));
server.on('connection', (socket) => {
  let agent = '';
  socket.send(JSON.stringify({ t: 'challenge', nonce: randomBytes(32).toString('hex'), hub }));
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Record<string, unknown>;
    if (frame['t'] === 'hello') {
      agent = String(frame['agent']);
      agents.set(agent, socket);
      socket.send(JSON.stringify(welcome));
    }
    tell({ agent, frame });
  });
  socket.on('close', (closed, reason) => tell({ agent, closed, reason: String(reason) }));
  socket.on('error', () => {});
});

createInterface(process.stdin).on('line', (line) => {
  const told = JSON.parse(line) as Told;
  const socket = agents.get(told.agent);
  if ('close' in told) socket?.close(1000, 'Come back.');
  else for (const text of told.texts) socket?.send(text);
});
