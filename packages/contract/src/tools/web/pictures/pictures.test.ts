import { expect, it } from 'vitest';
import { drawingHtml } from '../../../pictures/drawing-html.ts';
import { answer, HTTP, HTTPS, hop, redirect, start } from '../findings/testing/web-answers.ts';
import { webPictures } from './pictures.ts';

type Read = Parameters<typeof webPictures>[0];

const timing = { dnsMs: 4, tcpMs: 12, tlsMs: null, firstByteMs: 24, totalMs: 50 };
const words = (html: string) =>
  html
    .replace(/<svg[\s\S]*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '|')
    .split(/\|+/)
    .filter((text) => text.trim() !== '');
const drawn = (more: object) =>
  Object.fromEntries(webPictures(answer(more) as Read).map(({ title, drawing }) => [title, drawingHtml(drawing)]));

it('requests stand below each other, each from where the one before ended, with every time in words', () => {
  const chain = [redirect(HTTP, HTTPS, { timing }), hop(HTTPS, { timing: { ...timing, tlsMs: 10, totalMs: 150 } })];
  const { Requests = '' } = drawn({ starts: [start(chain)] });
  expect(words(Requests)).toEqual([
    '301 ',
    HTTP,
    '192.0.2.80, HTTP/2',
    'DNS 4 ms · TCP 12 ms · wait 24 ms · content 10 ms · 50 ms in all',
    '200 ',
    HTTPS,
    '192.0.2.80, HTTP/2',
    'DNS 4 ms · TCP 12 ms · TLS 10 ms · wait 24 ms · content 100 ms · 150 ms in all',
  ]);
  expect(
    [...Requests.matchAll(/class="(\w+)" x="([\d.]+%)" width="([\d.]+%)"/g)].map(([, ...bar]) => bar.join(' ')),
  ).toEqual([
    'dns 0% 2%',
    'tcp 2% 6%',
    'wait 8% 12%',
    'body 20% 5%',
    'dns 25% 2%',
    'tcp 27% 6%',
    'tls 33% 5%',
    'wait 38% 12%',
    'body 50% 50%',
  ]);
});

it('a chain that does not end says so, and a hop with a refused certificate too', () => {
  const chain = [redirect(HTTPS, HTTPS, { certificate: { trusted: false, reasons: ['expired'] } })];
  const { Requests = '' } = drawn({ starts: [start(chain, { end: 'loop' })] });
  expect(words(Requests)).toContain('192.0.2.80, HTTP/2, certificate refused');
  expect(words(Requests).at(-1)).toBe('Back to an address before: a circle');
});

it('versions and families are matrices; what was not measured is not determined', () => {
  const visits = [
    { url: HTTP, reached: true, status: 301 },
    { url: HTTPS, reached: false, status: null, reason: 'timeout' },
  ];
  const pictures = drawn({
    starts: [start([redirect(HTTP, HTTPS)]), start([hop(HTTPS)])],
    versions: { h1: true, h2: false, h3: null },
    families: { ipv4: { address: '192.0.2.80', reason: null, visits }, ipv6: { address: null, reason: 'no-address' } },
  });
  expect(words(pictures['Versions of HTTP'] ?? '').slice(4)).toEqual(['example.com', 'Yes', 'No', 'Not determined']);
  expect(words(pictures['IPv4 and IPv6'] ?? '').slice(3)).toEqual([
    ...['IPv4', '192.0.2.80', '301', 'No answer in time'],
    ...['IPv6', 'No address', 'No address'],
  ]);
});

it('an answer without requests and without these parts has no pictures', () => {
  expect(drawn({ starts: [], versions: null, families: null })).toEqual({});
});
