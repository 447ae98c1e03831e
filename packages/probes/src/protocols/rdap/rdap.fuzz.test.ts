import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { findServer, parseBootstrap } from './bootstrap.ts';
import { isObject } from './json-values.ts';
import { readRdapAnswer, relatedUrls } from './rdap-answer.ts';
import { readRdapFacts } from './rdap-facts.ts';
import { renderRdap } from './render-rdap.ts';

/** Set SONDE_FUZZ_SEED to run a failure again. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const MAX_MS = 2000;

const members = fc.constantFrom(
  ...['objectClassName', 'ldhName', 'handle', 'status', 'events', 'eventAction', 'eventDate', 'entities', 'roles'],
  ...['vcardArray', 'nameservers', 'ipAddresses', 'v4', 'secureDNS', 'dsData', 'links', 'rel', 'href', 'type'],
  ...['notices', 'remarks', 'description', 'title', 'redacted', 'name', 'publicIds', 'errorCode', '__proto__'],
);
const words = fc.constantFrom('registrar', 'abuse', 'registration', 'related', 'vcard', 'fn', 'org', '2027-01-01');
const leaf = fc.oneof(words, fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(members, tie('value'), { maxKeys: 8 }),
  ),
}));

test(`objects of any shape (SONDE_FUZZ_SEED=${seed})`, () => {
  fc.assert(
    fc.property(value, (one) => {
      const start = cpuMs();
      const object = isObject(one) ? one : { entities: one, events: one, nameservers: one, vcardArray: one };
      const facts = readRdapFacts(object);
      for (const { name } of facts.nameServers) expect(name).not.toMatch(/\s/);
      for (const date of [facts.created, facts.updated, facts.expires]) {
        if (date !== null) expect(date).toMatch(/^\d{4}-\d\d-\d\d/);
      }
      expect(renderRdap(object)).not.toMatch(/[^\P{Cc}\n]/u);
      for (const url of relatedUrls(object)) expect(typeof url).toBe('string');
      readRdapAnswer(JSON.stringify(object), { kind: 'domain', name: 'example.com' });
      expect(cpuMs() - start).toBeLessThan(MAX_MS);
    }),
    { seed, numRuns: fuzzRuns(1500) },
  );
});

test('bootstrap files of any shape', () => {
  const key = fc.constantFrom('com', '192.0.2.0/24', '::/0', '1-5', '0/0', '999.1.1.1/8', '::/129', 'x/y', '-1');
  const url = fc.constantFrom('https://a.example/', 'http://b.example/', 'javascript:1', 'https://', '');
  const service = fc.oneof(fc.tuple(fc.array(key), fc.array(url)), value);
  fc.assert(
    fc.property(fc.array(service), (services) => {
      const bootstrap = parseBootstrap(JSON.stringify({ services }));
      if (bootstrap === null) return;
      for (const subject of [
        { kind: 'domain', name: 'example.com' } as const,
        { kind: 'network', address: '192.0.2.1' } as const,
        { kind: 'network', address: '2001:db8::1' } as const,
        { kind: 'autnum', number: 3 } as const,
      ]) {
        const found = findServer(bootstrap, subject);
        if (found !== null) expect(found).toMatch(/^https?:\/\//);
      }
    }),
    { seed, numRuns: fuzzRuns(1500) },
  );
});

test.each([
  ['nested arrays', '['.repeat(200_000)],
  ['nested objects', `${'{"entities":['.repeat(5000)}${']}'.repeat(5000)}`],
  ['a long text', JSON.stringify({ ldhName: 'x'.repeat(1_000_000) })],
  ['many entities', JSON.stringify({ entities: Array.from({ length: 20_000 }, () => ({ roles: ['abuse'] })) })],
])('%s are read in time', (_, text) => {
  const start = cpuMs();
  const answer = readRdapAnswer(text, { kind: 'network', address: '192.0.2.1' });
  if (answer.kind === 'object') renderRdap(answer.object);
  const object: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  if (isObject(object)) {
    readRdapFacts(object);
    renderRdap(object);
  }
  expect(cpuMs() - start).toBeLessThan(MAX_MS);
});
