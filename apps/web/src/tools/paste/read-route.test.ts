// @vitest-environment node
import { expect, it } from 'vitest';
import { readRoute } from './read-route.ts';
import { recognise } from './recognise.ts';

/** As traceroute 2.1 for Linux writes it; the last line is of a hop with two routers. */
const LINUX = `traceroute to shop.test (198.51.100.7), 30 hops max, 60 byte packets
 1  gw.here.test (192.0.2.1)  0.412 ms  0.377 ms  0.361 ms
 2  * * *
 3  203.0.113.5 (203.0.113.5)  4.118 ms core.net.test (203.0.113.9)  4.302 ms *
 4  shop.test (198.51.100.7)  9.005 ms !X  8.913 ms  8.871 ms`;
/** BSD and macOS. */
const BSD = `traceroute6 to shop.test (2001:db8:7::1) from 2001:db8::2, 64 hops max, 28 byte packets
 1  2001:db8::1  0.9 ms  0.8 ms  0.8 ms
 2  2001:db8:7::1  9.5 ms  9.1 ms  9.2 ms`;
/** Shape and wording: man page of mtr, `--report`. */
const MTR = `Start: 2026-11-24T10:00:00+0000
HOST: here                        Loss%   Snt   Last   Avg  Best  Wrst StDev
  1.|-- 192.0.2.1                  0.0%    10    0.4   0.4   0.3   0.5   0.1
  2.|-- ???                       100.0    10    0.0   0.0   0.0   0.0   0.0
  3.|-- core.net.test (203.0.113.9)  0.0%    10    4.4   4.4   4.3   4.5   0.1
  4.|-- shop.test                  0.0%    10    9.4   9.4   9.3   9.5   0.1`;
/** Windows. */
const TRACERT = `
Tracing route to shop.test [198.51.100.7]
over a maximum of 30 hops:

  1    <1 ms    <1 ms    <1 ms  192.0.2.1
  2     *        *        *     Request timed out.
  3    12 ms    11 ms    12 ms  core.net.test [203.0.113.9]
  4    12 ms     *       12 ms  198.51.100.7

Trace complete.
`;
const GERMAN = `Routenverfolgung zu shop.test [198.51.100.7]
über maximal 30 Hops:

  1    <1 ms    <1 ms    <1 ms  192.0.2.1
  2     *        *        *     Zeitüberschreitung der Anforderung.
  3    12 ms    12 ms    12 ms  shop.test [198.51.100.7]
`;

it.each([
  ['Linux', LINUX, 'shop.test', ['192.0.2.1', '203.0.113.5', '203.0.113.9', '198.51.100.7']],
  ['BSD', BSD, 'shop.test', ['2001:db8::1', '2001:db8:7::1']],
  ['mtr', MTR, 'shop.test', ['192.0.2.1', '203.0.113.9', 'shop.test']],
  ['Windows', TRACERT, 'shop.test', ['192.0.2.1', '203.0.113.9', '198.51.100.7']],
  ['Windows in German', GERMAN, '198.51.100.7', ['192.0.2.1', '198.51.100.7']],
])('the route of %s', (_, text, target, hops) => {
  expect(recognise(text)).toEqual({ kind: 'route', route: { target, hops } });
  expect(recognise(text.replaceAll('\n', '\r\n'))).toEqual({ kind: 'route', route: { target, hops } });
});

it('a report of mtr that ends in silence names no target', () => {
  const lines = [...MTR.split('\n').slice(0, -1), '  4.|-- ???                       100.0    10    0.0   0.0'];
  expect(readRoute(lines)?.target).toBeNull();
});

it.each([
  'a single line: 1  192.0.2.1  0.4 ms',
  ' 1  192.0.2.1  0.4 ms',
  ' 1  * * *\n 2  * * *',
  ' 1  a.test\n 2  b.test',
  ' 7  192.0.2.1  0.4 ms\n 3  192.0.2.2  0.4 ms',
  '64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=9.1 ms\n64 bytes from 192.0.2.1: icmp_seq=2 ttl=57 time=9.2 ms',
])('%j is none', (text) => expect(readRoute(text.split('\n'))).toBeNull());
