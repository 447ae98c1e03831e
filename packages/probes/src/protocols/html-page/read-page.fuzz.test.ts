import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { readPage } from './read-page.ts';

/** Milliseconds: far more than the most expensive page needs, far less than a hang. */
const MAX_MS = 1500;
const base = 'https://shop.test/';

const piece = fc.constantFrom(
  ...['<', '>', '</', '"', "'", '=', ' ', '<!--', '-->', 'src', 'href=', 'rel=stylesheet', 'http://', 'a', '\u0000'],
  ...['<script', '</script>', '<title>', '</title', '<img ', '<link ', '<object data=', '<iframe srcdoc="'],
);
const page = fc.oneof(
  fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
);

test('every text ends with lists of http URLs', () => {
  const check = (html: string) => {
    const { title, active, passive } = readPage(html, base);
    expect(title?.length ?? 0).toBeLessThanOrEqual(200);
    for (const list of [active, passive]) {
      expect(list.length).toBeLessThanOrEqual(20);
      for (const url of list) expect(url).toMatch(/^http:\/\//);
    }
  };
  fc.assert(fc.property(page, check), { numRuns: fuzzRuns(2000) });
});

test.each([
  '<',
  '<a ',
  '<!--',
  '<title>',
  '<img src=',
  '<img a="',
  '<img a=\'b"',
  '</title',
  '<script></',
  '<img a=b ',
])('a page full of %j costs little', (text) => {
  const startMs = cpuMs();
  readPage(text.repeat(1_000_000 / text.length), base);
  expect(cpuMs() - startMs).toBeLessThan(MAX_MS);
});
