// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_READ, type Recognised, recognise } from './recognise.ts';

const kindOf = (text: string): Recognised['kind'] => recognise(text).kind;

const HEADER = `Return-Path: <news@shop.test>
Received: from mx.shop.test (mx.shop.test [192.0.2.7])
        by mail.here.test with ESMTPS id 4Xy; Mon, 23 Nov 2026 09:12:05 +0000
From: Shop <news@shop.test>
Subject: 100% free
`;
const ARP = `? (192.0.2.1) at 0:1b:63:84:45:e6 on en0 ifscope [ethernet]
router.lan (192.0.2.9) at 00:00:5e:00:53:01 on en0 ifscope [ethernet]`;

describe('what a text is', () => {
  it.each<[string, Recognised['kind']]>([
    ['', 'nothing'],
    [' \n ', 'nothing'],
    ['shop.test', 'target'],
    ['https://shop.test/path?x=a,b', 'target'],
    ['me@shop.test', 'target'],
    ['8.8.8.8', 'target'],
    ['2001:db8::1', 'target'],
    ['AS64496', 'target'],
    ['00:1b:63:84:45:e6', 'target'],
    ['192.0.2.0/24', 'network'],
    ['2001:DB8::/32', 'network'],
    ['192.0.2.0/33', 'unknown'],
    ['a.test\nb.test', 'list'],
    ['a.test b.test, 192.0.2.1', 'list'],
    ['domain,owner\na.test,Jane\nb.test,John', 'list'],
    ['https://a.test/x\nhttps://b.test/y', 'list'],
    ['we moved a.test to b.test last week', 'unknown'],
    [ARP, 'devices'],
    [ARP.replace('\n', ' '), 'devices'],
    ['? (192.0.2.1) at 0:1b:63:84:45:e6 on en0', 'devices'],
    ['00:1b:63:84:45:e6\n00:00:5e:00:53:01', 'devices'],
    ['001b.6384.45e6 dynamic\n0000.5e00.5301 dynamic', 'devices'],
    [HEADER, 'message-header'],
    [`${HEADER}\nDear customer, see https://shop.test/`, 'message-header'],
    ['From: me\nTo: you', 'unknown'],
    ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'pem'],
    ['0 s:CN = shop.test\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n', 'pem'],
    ['-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----', 'pem'],
    ['-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----', 'private-key'],
    ['-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n', 'private-key'],
    ['-----BEGIN PGP PUBLIC KEY BLOCK-----', 'unknown'],
    ['localhost', 'unknown'],
    ['no host at all', 'unknown'],
    ['x'.repeat(MAX_READ + 1), 'too-long'],
  ])('%j', (text, kind) => expect(kindOf(text)).toBe(kind));

  it('the targets of a list are counted once', () => {
    const text = Array.from({ length: 200 }, (_, index) => `host-${index % 150}.shop.test`).join('\n');
    expect(recognise(text)).toMatchObject({ kind: 'list', targets: { length: 150 } });
  });

  it('a network is read with its first address', () => {
    expect(recognise(' 192.0.2.0/24\n')).toEqual({ kind: 'network', network: '192.0.2.0/24', address: '192.0.2.0' });
  });
});

/** Numbers from 0 to 1, always the same ones (mulberry32). */
function* randoms(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const PIECES = [
  ...['a.test', '192.0.2.1', '2001:db8::1', 'AS64496', '00:1b:63:84:45:e6', '001b.6384.45e6', '/24', ':443', '@'],
  ...['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----', '-----BEGIN ', 'Received: ', 'From: ', 'MIIBszCC'],
  ...['\n', '\r\n', '\t', ' ', ',', ';', '"', '""', '#', "'", '.', ':', '-', '[', ']', '(', ')', '%', '\\', '\0'],
  ...['ü', '例え', '\ufeff', '\u200b', '\ud800', '😀', 'xn--', '_dmarc', 'https://', 'x'.repeat(300)],
];

it('10,000 random pastes never throw, and are read the same twice', () => {
  const random = randoms(20261124);
  const next = () => random.next().value;
  for (let round = 0; round < 10_000; round += 1) {
    const length = Math.floor(next() * 30);
    const piece = () => PIECES[Math.floor(next() * PIECES.length)] ?? String.fromCharCode(next() * 0x1_0000);
    const text = Array.from({ length }, piece).join('');
    expect(recognise(text)).toEqual(recognise(text));
  }
});

const REPEATED = [
  ...['a', '.', ':', ' ', '\n', ',', '"', '""', '#', ' #', '-', '-----BEGIN ', '-----BEGIN A', 'a.test ', 'a.test\n'],
  ...[
    'a,',
    '0:',
    '1  ',
    '\n1 1 ms',
    ' 1.|-- ',
    '* ',
    '00:1b:63:84:45:e6 ',
    '192.0.2.1\n',
    'Received: x\n',
    'Aa-',
    "'",
    '(',
    '\t',
    '\r\n ',
    'ü',
    '\ufeff',
  ],
];

it.each(REPEATED)('a megabyte of %j takes linear time', (piece) => {
  const timed = (length: number) => {
    const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    const from = performance.now();
    recognise(text);
    return performance.now() - from;
  };
  timed(10_000);
  const small = Math.min(timed(125_000), timed(125_000));
  const large = Math.min(timed(MAX_READ), timed(MAX_READ));
  // Eight times the text; quadratic time would be 64 times.
  expect(large).toBeLessThan(Math.max(1500, 40 * small));
});

const samples = new URL('../../../../../packages/contract/src/message-header/samples/', import.meta.url);

it.each(readdirSync(samples).filter((file) => file.endsWith('.txt')))('%s is a message header', (file) => {
  expect(kindOf(readFileSync(new URL(file, samples), 'utf8'))).toBe('message-header');
});
