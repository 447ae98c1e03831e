/** The agents of the bare hub: connections that answer each job with the same data, after the same while as those of Sonde. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Connected, Connecting } from '../crowd.ts';
import { slowness } from '../slow-names.ts';

interface Job {
  readonly job: number;
  readonly query: { readonly domain: string };
}

async function connect(server: string, place: string, data: object): Promise<void> {
  const socket = new WebSocket(`${server.replace('http', 'ws')}/?place=${place}`, { perMessageDeflate: false });
  socket.on('message', (text) => void answer(socket, JSON.parse(String(text)) as Job, data));
  await once(socket, 'open');
}

async function answer(socket: WebSocket, { job, query }: Job, data: object): Promise<void> {
  const startedAtMs = performance.now();
  const slowMs = slowness(query.domain);
  if (slowMs > 0) await wait(slowMs);
  const measuredMs = Math.round(performance.now() - startedAtMs);
  socket.send(JSON.stringify({ t: 'answer', job, data, measuredMs }));
}

process.on('message', async ({ server, members, data, old, atOnce }: Connecting) => {
  const startedAtMs = performance.now();
  const left = members.map(({ place }) => place).filter((place) => !old.includes(place));
  const some = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await connect(server, next, data);
  };
  await Promise.all(Array.from({ length: atOnce }, some));
  process.send?.({ ms: performance.now() - startedAtMs, repeated: 0, problem: null } satisfies Connected);
});
process.on('disconnect', () => process.exit(0));
