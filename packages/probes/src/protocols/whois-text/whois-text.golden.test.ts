import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { decodeWhoisText } from './decode-text.ts';
import { readFacts } from './read-facts.ts';
import { readReferral } from './referral.ts';
import { judgeAnswer } from './verdict.ts';

const folder = new URL('./samples/', import.meta.url);
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.txt') ? file.slice(0, -4) : []));

/** Facts without what is not there, short enough to be read by people. */
function said(text: string) {
  const { status, nameServers, contacts, isRedacted, ...rest } = readFacts(text);
  const known = (record: object) =>
    Object.fromEntries(
      Object.entries(record).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
    );
  return known({
    ...rest,
    status: status.map(({ code }) => code),
    nameServers: nameServers.map(({ name, addresses }) => [name, ...addresses].join(' ')),
    contacts: contacts.map(known),
    isRedacted: isRedacted || null,
  });
}

it('has a sample of every form of answer', () => expect(names.length).toBeGreaterThanOrEqual(50));

it.each(names)('%s', (name) => {
  const expected = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  const text = cleanText(decodeWhoisText(readFileSync(new URL(`${name}.txt`, folder))));
  const { follows, server } = expected;
  expect(follows).toMatch(/^\w.{9}/);
  const verdict = judgeAnswer(text, readFacts(text));
  expect({ follows, server, verdict, referral: readReferral(text), facts: said(text) }).toEqual(expected);
});
