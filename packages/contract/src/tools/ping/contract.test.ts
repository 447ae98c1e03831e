import { describe, expect, test } from 'vitest';
import { ping } from './contract.ts';

const parse = (query: Record<string, unknown>) => {
  const { success, data, error } = ping.query.safeParse(query);
  return success ? data : (error.issues[0]?.message ?? 'no message');
};
const INVALID = 'Please enter a valid host name (e.g. example.com) or IP address';

describe('R5.12 R5.13 R5.14 R8.18 the host', () => {
  test.each([
    [' Example.COM. ', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    [' 192.0.2.1 ', '192.0.2.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    [' 2001:db8::1', '2001:db8::1'],
  ])('%s is %s', (host, normal) => {
    expect(parse({ host })).toEqual({ host: normal, count: 5, interval: 2 });
  });

  test.each([
    '192.0.2',
    '256.1.1.1',
    '127.1',
    '0x7f.1',
    'host',
    '_a.example',
    'a b.example',
    '-f',
    'fe80::1%eth0',
    '[::1]',
  ])('%s is none', (host) => {
    expect(parse({ host })).toBe(INVALID);
  });

  test.each([{}, { host: '' }, { host: ' \t' }])('%j is missing', (query) => {
    expect(parse(query)).toBe('Host is required');
  });

  test('host must not be repeated', () => {
    expect(parse({ host: ['a.example', 'b.example'] })).toBe("'host' must be given exactly once.");
  });
});

describe('R9.16 count and interval', () => {
  test.each([
    ['1', '1', 1, 1],
    ['10', '5', 10, 5],
    [undefined, undefined, 5, 2],
  ])('%s packets every %s seconds', (count, interval, packets, seconds) => {
    expect(parse({ host: 'a.example', count, interval })).toEqual({
      host: 'a.example',
      count: packets,
      interval: seconds,
    });
  });

  test.each(['0', '11', '-1', '1.5', '1e1', '', ' ', 'five', '0x5', '00005', ['1', '2'], {}, null])(
    '%j is no count',
    (count) => {
      expect(parse({ host: 'a.example', count })).toBe("'count' must be a whole number from 1 to 10.");
    },
  );

  test.each(['0', '6', '0.2', ''])('%j is not an interval', (interval) => {
    expect(parse({ host: 'a.example', interval })).toBe("'interval' must be a whole number from 1 to 5.");
  });
});

test('its deadline is two seconds after its last interval', () => {
  expect(ping.deadlineMs({ host: 'a.example', count: 5, interval: 2 })).toBe(12_000);
});
