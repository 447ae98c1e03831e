import { expect, it } from 'vitest';
import { firstOf } from '../../../../../scripts/test/vitest-settings.ts';
import { cleanText } from './clean-text.ts';
import { decodeWhoisText } from './decode-text.ts';
import { readFacts } from './read-facts.ts';
import { readReferral } from './referral.ts';
import { classifyReply } from './reply-class.ts';

/** The largest reply that is read. */
const BYTES = 256 * 1024;
/** Of processor time: far above what one pass takes on a busy machine, and far below what a second pass for each line would. */
const LIMIT_MS = 500;
const reply = (line: string) => Buffer.from(line.repeat(Math.ceil(BYTES / line.length)).slice(0, BYTES));
const longLine = (key: string, part: string) => `${key}: ${part.repeat(Math.ceil(3900 / part.length))} x\n`;

function readAll(bytes: Buffer): void {
  const text = cleanText(decodeWhoisText(bytes));
  classifyReply(text, readFacts(text, { kind: 'domain', name: 'a.example' }, 'whois.example'));
  readFacts(text, { kind: 'network', address: '192.0.2.1' }, 'whois.example');
  readReferral(text);
}

it.each(
  firstOf(4, [
    ['a: b', 'a: b\n'],
    ['fields with a section', 'Registrant:\n  a: b\n'],
    ['at signs', longLine('Registrar Abuse Contact Email', '@')],
    ['addresses', longLine('abuse-mailbox', 'a@')],
    ['name servers', 'nserver: a.b 192.0.2.1\n'],
    ['ranges', longLine('inetnum', ' - ')],
    ['references', 'org: a\nperson: a\n\n'],
    ['dots', 'a.......: b\n'],
    ['status', 'Domain Status: x\n'],
  ]),
)('the largest reply of %s costs little', (_name, line) => {
  const bytes = reply(line);
  const half = bytes.subarray(0, BYTES / 2);
  readAll(half);
  const cost = (read: Buffer) => {
    const before = process.cpuUsage();
    readAll(read);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  // The least of ten, because the processor of a test machine is shared.
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10 && least >= LIMIT_MS; tries += 1) least = Math.min(least, cost(bytes));
  expect(least).toBeLessThan(LIMIT_MS);
});
