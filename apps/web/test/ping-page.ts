import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { queryClient } from '../src/query-client.ts';
import { Page } from '../src/tools/ping/page.tsx';
import { screen as card } from '../src/tools/ping/screen.ts';
import { json, openAt, type StandIn, startStandIn } from './stand-in.ts';

/** Answers every host until a test has it say something else. */
export let server: StandIn;

/** Registers what every test of the page needs before and after it. */
export function beginEachAfresh(): void {
  beforeAll(async () => {
    server = await startStandIn();
    // So that no test waits for what a browser has fetched by then.
    await import('../src/tools/ping/result.tsx');
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.reply = () => answer();
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
  });
}

const times = [12.4, 13.1, 12.2, 18.6, 12.7];
export const reachable = {
  host: 'example.com',
  address: '192.0.2.44',
  method: 'icmp',
  roundTripTime: 13.8,
  ttl: 56,
  packetSize: 56,
  statistics: { packetsTransmitted: 5, packetsReceived: 5, packetLoss: 0, minTime: 12.2, maxTime: 18.6, avgTime: 13.8 },
  packets: times.map((timeMs, index) => ({ seq: index + 1, timeMs, ttl: 56, error: null })),
  duplicates: 0,
  late: 0,
  gaps: [],
};
export const answer = (more: object = {}) =>
  json(200, { success: true, message: 'OK', _data: { ...reachable, ...more } });

/** Sends the parts of an answer when the test says so. */
export function stream() {
  let write: (text: string) => void = () => {};
  server.reply = () => (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    write = (text) => void response.write(text);
  };
  const say = (event: string, data: object) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  return { part: (part: object) => say('progress', part), end: (envelope: object) => say('result', envelope) };
}

export function open(path = '/ping') {
  openAt(server.origin + path);
  const before = server.asked.length;
  render(createElement(Page, { screen: card }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Host name or IP address' });
  return { field, user: userEvent.setup(), asked: () => server.asked.slice(before) };
}

export const PATIENT = { timeout: 10_000 };
export const heading = (name: string) => screen.findByRole('heading', { name }, PATIENT);

export function rowsOf(panel: string): Record<string, string> {
  const rows = screen.getByRole('region', { name: panel }).querySelectorAll('.kv > div');
  return Object.fromEntries(
    [...rows].map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
  );
}
