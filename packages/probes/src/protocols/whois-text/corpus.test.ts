import { describe, expect, it } from 'vitest';
import { expectedOf, sampleFacts, sampleNames, sampleText } from '../../testing/whois-samples.ts';
import { isRedactedValue } from '../registration/facts.ts';
import { readFacts } from './read-facts.ts';
import { classifyReply, type WhoisReplyClass } from './reply-class.ts';

/*
 * What must be true of every reply, whoever sends it.
 */

const classOf = (name: string, text: string): WhoisReplyClass => {
  const { subject, server } = expectedOf(name);
  return classifyReply(text, readFacts(text, subject ?? null, server));
};
const of = (...classes: WhoisReplyClass[]) =>
  sampleNames.filter((name) => classes.includes(expectedOf(name).replyClass as WhoisReplyClass));

it('has replies of every class, and of many registries', () => {
  const counts = Object.fromEntries(
    (['record', 'reserved', 'not-found', 'limited', 'no-service', 'failed', 'unrecognised'] as const).map((kind) => [
      kind,
      of(kind).length,
    ]),
  );
  expect(counts).toMatchObject({ 'no-service': 3, unrecognised: 2 });
  expect(counts['record']).toBeGreaterThanOrEqual(170);
  expect(counts['reserved']).toBeGreaterThanOrEqual(10);
  expect(counts['not-found']).toBeGreaterThanOrEqual(60);
  expect(counts['limited']).toBeGreaterThanOrEqual(16);
  expect(counts['failed']).toBeGreaterThanOrEqual(5);
  expect(new Set(sampleNames.map((name) => expectedOf(name).server)).size).toBeGreaterThanOrEqual(90);
});

describe.each(of('not-found', 'reserved', 'limited', 'no-service', 'failed'))('%s', (name) => {
  const { replyClass, statements = [] } = expectedOf(name);
  const lines = sampleText(name).split('\n');

  it('is classified by a statement of its server', () => {
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(lines.map((line) => line.trim())).toContain(statement);
  });

  it('and by nothing else in the text', () => {
    const rest = lines.filter((line) => !statements.includes(line.trim())).join('\n');
    expect(classOf(name, rest.trim())).not.toBe(rest.trim() === '' ? 'not-found' : replyClass);
  });

  it('in any letter case, and below a paragraph of terms', () => {
    const terms = 'Terms of use: queries to this service are limited, and access may be refused.\n\n';
    if (replyClass === 'not-found') expect(classOf(name, `${terms}${statements.join('\n')}`)).toBe('not-found');
    if (replyClass !== 'failed') expect(classOf(name, lines.join('\n').toUpperCase())).toBe(replyClass);
  });
});

describe.each(sampleNames)('%s', (name) => {
  const facts = sampleFacts(name);

  it('names no database key and no word of redaction as a person', () => {
    for (const { name: person, organization, email } of facts.contacts) {
      for (const text of [person, organization, email]) {
        if (text === null) continue;
        expect(isRedactedValue(text)).toBe(false);
        expect(text).not.toMatch(/^(?:redacted|personal information|hidden|not published|none|unknown)/i);
        // A key is one word with a run of digits, or with digits and capitals inside.
        if (text !== email) expect(text).not.toMatch(/^[A-Za-z]{0,8}-?\d{4,}$|^\S*\d\S*-[A-Z]{2,}$|^[a-z]{2,5}-\d+$/);
      }
      if (email !== null) expect(email).toMatch(/@|\bat\b/i);
    }
  });

  it('names only hosts as name servers', () => {
    for (const server of facts.nameServers) {
      expect(server.name).toMatch(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/);
      expect(server.name).not.toBe('not.defined');
    }
  });

  it('has only dates whose order is certain', () => {
    const { subject } = expectedOf(name);
    const anonymous = readFacts(sampleText(name), subject ?? null, 'whois.unknown.example');
    for (const field of ['created', 'updated', 'expires', 'registrarExpires'] as const) {
      // Without knowing the server, a date may be missing, but it is never another one.
      expect([facts[field], null]).toContain(anonymous[field]);
    }
  });
});

it.each([
  ['Creation Date: 03/04/2024', null],
  ['Creation Date: 03-04-2024', null],
  ['Creation Date: 03/04/2024\nExpiry Date: 15/04/2034', '2024-04-03'],
  ['Creation Date: 03/04/2024\nExpiry Date: 04/15/2034', '2024-03-04'],
])('the order of %j', (text, created) => expect(readFacts(`Domain Name: a.example\n${text}\n`).created).toBe(created));
