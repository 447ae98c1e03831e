import { readdirSync, readFileSync } from 'node:fs';
import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuanceEntry } from './issuance-entry.ts';

/** Set SONDE_FUZZ_SEED to reproduce a failure. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
process.stdout.write(`issuances fuzz: SONDE_FUZZ_SEED=${seed}\n`);

const folder = new URL('../protocols/x509/samples/', import.meta.url);
const samples = readdirSync(folder)
  .filter((file) => file.endsWith('.der'))
  .map((file) => readFileSync(new URL(file, folder)));

/** A certificate that OpenSSL has written, with one octet changed. */
const broken = fc
  .tuple(fc.constantFrom(...samples), fc.nat(), fc.integer({ min: 0, max: 255 }))
  .map(([sample, at, octet]) => Buffer.from(sample).fill(octet, at % sample.length, (at % sample.length) + 1))
  .map((der) => der.toString('base64'));
const anything = fc.oneof(fc.jsonValue(), fc.string(), fc.array(fc.string()), broken);
const entries = fc.record(
  {
    id: fc.oneof(fc.stringMatching(/^\d{1,12}$/), anything),
    cert_der: fc.oneof(broken, anything),
    dns_names: fc.oneof(fc.array(fc.string()), anything),
    ...{ issuer: fc.oneof(fc.record({ name: anything, caa_domains: anything }), anything), tbs_sha256: anything },
    ...{ pubkey_sha256: anything, not_before: anything, not_after: anything },
  },
  { requiredKeys: [] },
);

const inputs: fc.Arbitrary<unknown> = fc.oneof(entries, anything);
let read = 0;

function check(entry: unknown): void {
  const found = issuanceEntry(entry);
  if (found === null) return;
  read += 1;
  const { names, caaDomains, keySha256, notBefore } = found.issuance;
  expect(found.cursor.length).toBeGreaterThan(0);
  expect([names.length <= 500, (caaDomains ?? []).length <= 50]).toEqual([true, true]);
  expect(keySha256 ?? '0'.repeat(64)).toMatch(/^[\da-f]{64}$/);
  expect(Number.isNaN(Date.parse(notBefore ?? '2026-01-01'))).toBe(false);
  for (const text of names) expect(text.length).toBeLessThanOrEqual(500);
}

test('reads any entry of a hostile search as texts of limited length, or not at all', () => {
  void fc.assert(fc.property(inputs, check), { seed, numRuns: fuzzRuns(5_000) });
  expect(read).toBeGreaterThan(0);
});
