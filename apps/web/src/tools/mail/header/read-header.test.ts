import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readHeader } from './read-header.ts';

const message = `Return-Path: <bounce@news.example.com>
Received: from mx.example.net (mx.example.net [192.0.2.25])
\tby store.example.net (Postfix) with LMTP id 1;
\tMon, 23 Nov 2026 10:00:07 +0000 (UTC)
Received: from out.example.com (out.example.com; [198.51.100.7])
 by mx.example.net with ESMTPS id 2; Mon, 23 Nov 2026 11:00:05 +0100
Received: by out.example.com; Mon, 23 Nov 2026 10:00:00 +0000
Authentication-Results: mx.example.net;
 spf=pass (a; comment) smtp.mailfrom=bounce@news.example.com;
 dkim=pass header.d=example.com header.s=s1; dmarc=pass header.from=example.com
DKIM-Signature: v=1; a=rsa-sha256; d=Example.com; s=s1; h=from; bh=x; b=y
From: "Some; One" <someone@example.com>

Received: from the body by nobody; Mon, 23 Nov 2026 10:00:00 +0000
`;

it('the path of a message in order, with its delays', () => {
  const read = readHeader(message);
  expect(read?.hops.map(({ from, by, protocol, delaySeconds }) => [from, by, protocol, delaySeconds])).toEqual([
    [null, 'out.example.com', null, null],
    ['out.example.com', 'mx.example.net', 'ESMTPS', 5],
    ['mx.example.net', 'store.example.net', 'LMTP', 2],
  ]);
  expect(read?.totalSeconds).toBe(7);
});

it('what a server found, and whether it concerns the domain in From', () => {
  const read = readHeader(message);
  expect(
    read?.results.map(({ server, method, result, domain, alignment }) => [server, method, result, domain, alignment]),
  ).toEqual([
    ['mx.example.net', 'spf', 'pass', 'news.example.com', 'below'],
    ['mx.example.net', 'dkim', 'pass', 'example.com', 'same'],
    ['mx.example.net', 'dmarc', 'pass', 'example.com', 'same'],
  ]);
  expect(read?.signatures).toEqual([{ domain: 'example.com', selector: 's1', alignment: 'same' }]);
  expect(read).toMatchObject({ from: 'example.com', returnPath: 'news.example.com' });
});

it('a text without such fields is not a header', () => {
  for (const text of ['', 'hello', 'Subject: only this', '\n\n']) expect(readHeader(text)).toBeNull();
});

/** Fragments from which headers are made, in any order and number. */
const piece = fc.constantFrom(
  ...[
    'Received: ',
    'from a ',
    'by b ',
    'with c',
    '; ',
    '(',
    ')',
    '"',
    '\\',
    '\n',
    '\n ',
    '\r',
    'x'.repeat(300),
    ' '.repeat(300),
  ],
  ...[
    'Authentication-Results: ',
    'spf=',
    'pass ',
    'smtp.mailfrom=',
    '@',
    'DKIM-Signature: ',
    'd=',
    's=',
    'From: ',
    ':',
    'é',
  ],
);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 3000);
const MAX_MS = 5;

function timeOf(text: string): number {
  const start = performance.now();
  readHeader(text);
  return performance.now() - start;
}

it('any text yields a header or null, quickly', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      // Best of three, because the machine may be busy.
      expect(Math.min(timeOf(text), timeOf(text), timeOf(text))).toBeLessThan(MAX_MS);
    }),
    { numRuns: RUNS },
  );
});

it.each(['(', '"', '\\', ' ', 'from ', 'a=', ';', 'Received: ;\n', '\t'])(
  'a quarter of a megabyte of %j is read in time',
  (text) => {
    const start = performance.now();
    readHeader(`Received: ${text.repeat(256 * 1024)}`);
    readHeader(`DKIM-Signature: ${text.repeat(256 * 1024)}`);
    readHeader(`Authentication-Results: ${text.repeat(256 * 1024)}`);
    expect(performance.now() - start).toBeLessThan(2000);
  },
);
