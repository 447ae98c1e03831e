import { expect, it } from 'vitest';
import { parametersOf } from './parameters.ts';
import { dns } from './tools/dns.ts';
import { ping } from './tools/ping.ts';
import { ssl } from './tools/ssl.ts';

it('tells flags, words, numbers and texts apart, and leaves the target out', () => {
  expect(parametersOf(ssl).map(({ name, kind, defaultValue }) => [name, kind, defaultValue])).toEqual([
    ['deep', 'flag', 'false'],
    ['revocation', 'flag', 'true'],
    ['starttls', 'word', null],
    ['address', 'text', null],
  ]);
  expect(parametersOf(ping).map(({ name, kind, defaultValue }) => [name, kind, defaultValue])).toEqual([
    ['count', 'number', '5'],
    ['interval', 'number', '2'],
  ]);
  expect(parametersOf(dns).map(({ name }) => name)).not.toContain('domain');
});

it('knows the words of a word, and the description', () => {
  const [deep, , starttls] = parametersOf(ssl);
  expect(deep?.words).toEqual([]);
  expect(starttls?.words).toContain('xmpp-server');
  expect(deep?.description).toContain('ROBOT');
});
