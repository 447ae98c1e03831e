import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPreloadList } from './preload-list.ts';

const label = fc.stringMatching(/^[a-z0-9-]{1,6}$/);
const name = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.'));
const entry = fc.record({
  name: fc.oneof(name, fc.constantFrom('__proto__', 'constructor', '')),
  mode: fc.constantFrom('force-https', 'other', null),
  include_subdomains: fc.oneof(fc.boolean(), fc.string()),
});

test('any list is read, and an entry covers only its own name and those below it', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), name, (entries, host) => {
      const list = readPreloadList(`// a comment\n${JSON.stringify({ entries }, null, 1)}`);
      const found = list?.entryFor(host) ?? null;
      if (found === null) return;
      expect(entries.some((one) => one.name === found.name && one.mode === 'force-https')).toBe(true);
      expect(`.${host}`.endsWith(`.${found.name}`)).toBe(true);
      expect(found.name === host || found.includesSubdomains).toBe(true);
    }),
    { numRuns: fuzzRuns(10_000) },
  );
});

test('any text is read without an error', { timeout: 600_000 }, () => {
  const pieces = fc.constantFrom(
    '{"entries": [',
    '{"name": "a"',
    '"mode": "force-https"',
    '}',
    ']',
    ',',
    '//',
    '\n',
    '"',
  );
  const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 30 });
  fc.assert(
    fc.property(texts, (parts) => {
      readPreloadList(parts.join(''))?.entryFor('a.example');
    }),
    { numRuns: fuzzRuns(10_000) },
  );
});
