import { expect, it } from 'vitest';
import { parametersOf } from './parameters.ts';
import { dns } from './tools/dns/contract.ts';
import { ping } from './tools/ping/contract.ts';
import { ssl } from './tools/ssl/contract.ts';

it('distinguishes flags, words, numbers and texts, and leaves out the target', () => {
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

it('gives the accepted words and the description of a parameter', () => {
  const [deep, , starttls] = parametersOf(ssl);
  expect(deep?.words).toEqual([]);
  expect(starttls?.words).toContain('xmpp-server');
  expect(deep?.description).toContain('ROBOT');
});
