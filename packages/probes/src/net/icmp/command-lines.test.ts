import { expect, test } from 'vitest';
import { parsePingLine } from '../../protocols/ping-text/ping-line.ts';
import type { PingEvent } from '../net.ts';
import { createLineReader } from './command-lines.ts';

function read(count: number, text: string): PingEvent[] {
  const events: PingEvent[] = [];
  const reader = createLineReader({ count, intervalMs: 1000, replyTimeoutMs: 2000 }, (event) => events.push(event));
  for (const line of text.trim().split('\n')) {
    const said = parsePingLine(line.trim());
    if (said !== null) reader.take(said);
  }
  reader.end();
  return events;
}

const kinds = (events: readonly PingEvent[]) => events.map(({ kind, seq }) => `${kind} ${seq}`);

test('reports every packet as sent once and settled once, whatever ping prints', () => {
  const events = read(
    4,
    `no answer yet for icmp_seq=1
     64 bytes from 45.90.11.2: icmp_seq=2 ttl=62 time=34.1 ms
     64 bytes from 45.90.11.2: icmp_seq=2 ttl=62 time=34.9 ms (DUP!)
     From 45.90.4.2 icmp_seq=3 Destination Host Unreachable
     From 45.90.4.2 icmp_seq=3 Destination Host Unreachable
     64 bytes from 45.90.11.2: icmp_seq=9 ttl=62 time=34.1 ms
     4 packets transmitted, 1 received, +2 errors, 75% packet loss, time 3004ms`,
  );
  expect(kinds(events)).toEqual('sent 1,sent 2,reply 2,duplicate 2,sent 3,error 3,sent 4,lost 1,lost 4'.split(','));
  expect(events.find(({ kind }) => kind === 'error')).toMatchObject({ router: '45.90.4.2' });
});

test('counts a packet as lost whose reply comes after two seconds', () => {
  const text = '64 bytes from 45.90.11.2: icmp_seq=1 ttl=62 time=2200 ms';
  expect(kinds(read(1, text))).toEqual(['sent 1', 'lost 1', 'late 1']);
});

test('reports a reply of another address, and does not disclose one in our own network', () => {
  const replies = read(
    2,
    `64 bytes from 45.90.10.2: icmp_seq=1 ttl=62 time=34.1 ms (DIFFERENT ADDRESS!)
     64 bytes from 192.168.1.1: icmp_seq=2 ttl=62 time=34.1 ms (DIFFERENT ADDRESS!)`,
  ).filter(({ kind }) => kind === 'reply');
  expect(replies).toMatchObject([{ repliedBy: '45.90.10.2' }, { repliedBy: null }]);
});

test('does not disclose a router in our own network', () => {
  const [, error] = read(1, 'From 192.168.1.1 icmp_seq=1 Destination Net Unreachable');
  expect(error).toEqual({ kind: 'error', seq: 1, meaning: 'Destination Net Unreachable', router: null });
});
