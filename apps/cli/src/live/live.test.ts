import { describe, expect, it, test } from 'vitest';
import { formatIncomplete } from './incomplete.ts';
import { liveLines } from './live-lines.ts';

const terminal = { columns: 80, isColoured: false };

const pingParts = [
  { kind: 'session', address: '192.0.2.1', method: 'icmp', packetSize: 56 },
  { kind: 'sent', seq: 1 },
  { kind: 'reply', seq: 1, timeMs: 11.482, ttl: 57 },
  { kind: 'sent', seq: 2 },
  { kind: 'lost', seq: 2 },
  { kind: 'sent', seq: 3 },
  { kind: 'error', seq: 3, meaning: 'Destination host unreachable', router: '192.0.2.254' },
  { kind: 'sent', seq: 4 },
];

const traceParts = [
  { kind: 'session', address: '192.0.2.80', method: 'udp', port: 33434, privileged: false, rounds: 3 },
  { kind: 'answer', ttl: 2, round: 1, address: '198.51.100.1', timeMs: 9, labels: [], isTarget: false, error: null },
  { kind: 'answer', ttl: 1, round: 1, address: null, timeMs: 1, labels: [], isTarget: false, error: null },
  { kind: 'answer', ttl: 1, round: 2, address: null, timeMs: 2, labels: [], isTarget: false, error: null },
];

describe('lines as they come', () => {
  const linesOf = (id: 'ping' | 'traceroute', parts: readonly unknown[]) => {
    const lineOf = liveLines(id);
    return parts.flatMap((part) => lineOf?.(part) ?? []);
  };

  it('has one for each packet of a ping', () => {
    expect(linesOf('ping', pingParts)).toEqual([
      'ping 192.0.2.1 (ICMP, 56 bytes)',
      'packet 1: 11.5 ms, TTL 57',
      'packet 2: no reply',
      'packet 3: Destination host unreachable (192.0.2.254)',
    ]);
  });

  it('has one for each hop of a trace', () => {
    expect(linesOf('traceroute', traceParts)).toEqual([
      'traceroute to 192.0.2.80 (UDP)',
      ' 2  198.51.100.1  9.0 ms',
      ' 1  a router of this network  1.0 ms',
    ]);
  });

  it('has none for other tools', () => {
    expect(liveLines('dns')).toBeNull();
  });
});

describe('what was found before Ctrl-C', () => {
  test.each([
    ['ping', pingParts, '4 packets sent, 1 received, 66.7% lost; min/avg/max 11.482/11.482/11.482 ms'],
    ['ping', pingParts.slice(0, 1), 'No packet was sent yet.'],
    ['traceroute', traceParts, 'Hop  Address       Time (ms)\n1    -             2\n2    198.51.100.1  9'],
    [
      'subdomain',
      [
        { subdomains: [{ subdomain: 'a.test', ipv4List: [], ipv6List: [] }], sources: [], asked: 1 },
        { subdomains: [{ subdomain: 'a.test', ipv4List: ['192.0.2.1'], ipv6List: [] }], sources: [], asked: 2 },
      ],
      'Name    Addresses\na.test  192.0.2.1',
    ],
    ['mail', [{ part: 'mx', records: 2 }], 'mx\nrecords  2'],
  ] as const)('of %s is marked as incomplete', (id, parts, text) => {
    const found = { id, target: 'example.test', parts };
    const printed = formatIncomplete('table', found, terminal);
    expect(printed?.replace(/ +$/gm, '')).toBe(`Incomplete: interrupted. Found so far:\n${text}`);
    expect(JSON.parse(formatIncomplete('json', found, terminal) ?? '')).toMatchObject({ type: 'incomplete', parts });
    const line = formatIncomplete('ndjson', found, terminal) ?? '';
    expect(JSON.parse(line)).toEqual({ type: 'incomplete', tool: id, target: 'example.test' });
    expect(formatIncomplete('csv', found, terminal)).toBeNull();
  });

  it('has no line wider than the terminal', () => {
    const text = formatIncomplete(
      'table',
      { id: 'ping', target: 'a.test', parts: pingParts },
      { ...terminal, columns: 30 },
    );
    for (const line of text?.split('\n') ?? []) expect(line.length).toBeLessThanOrEqual(30);
  });
});
