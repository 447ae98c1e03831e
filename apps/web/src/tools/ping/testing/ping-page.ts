import { ping } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { screen as page } from '@testing-library/react';
import { type ApiStub, json } from '../../../testing/api-stub.ts';
import { toolPage } from '../../../testing/tool-page.ts';
import { Page } from '../page.tsx';
import { screen } from '../screen.ts';

const times = [12.4, 13.1, 12.2, 18.6, 12.7];
export const reachable = answerOf(ping, {
  host: 'example.com',
  address: '192.0.2.44',
  method: 'icmp',
  roundTripTime: 13.8,
  ttl: 56,
  packetSize: 56,
  statistics: { packetsTransmitted: 5, packetsReceived: 5, packetLoss: 0, minTime: 12.2, maxTime: 18.6, avgTime: 13.8 },
  packets: times.map((timeMs, index) => ({ seq: index + 1, timeMs, ttl: 56, error: null })),
});
export const answer = (more: object = {}) =>
  json(200, { success: true, message: 'OK', _data: { ...reachable, ...more } });

/** The page of the ping tool, with an API that reaches every host. */
export async function pingPage() {
  const page = await toolPage({
    screen,
    Page,
    field: 'Host name or IP address',
    loadResult: () => import('../result.tsx'),
    reply: () => answer(),
  });
  return { ...page, stream: () => streamFrom(page.server) };
}

/** Streams an answer, part by part, at the test's command. */
function streamFrom(server: ApiStub) {
  let write: (text: string) => void = () => {};
  server.reply = () => (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    write = (text) => void response.write(text);
  };
  const say = (event: string, data: object) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  return { part: (part: object) => say('progress', part), end: (envelope: object) => say('result', envelope) };
}

export const heading = (name: string) => page.findByRole('heading', { name });

export function rowsOf(panel: string): Record<string, string> {
  const rows = page.getByRole('region', { name: panel }).querySelectorAll('.kv > div');
  return Object.fromEntries(
    [...rows].map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
  );
}
