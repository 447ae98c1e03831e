import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { openSslChecks, type SslChecks } from '../../testing/ssl-checks.ts';

let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

// `findings.lab.long.test.ts` has every finding, by the server that shows it.
test.each([
  ['a good server', 'nginx-modern', ['certificate-trusted good', 'no-known-vulnerability good', 'ocsp-stapled good']],
  ['old versions', 'openssl-tls11', ['no-current-version bad', 'tls11-enabled warn', 'browsers-cannot-connect bad']],
  ['an old library', 'old-1.0.1e-heartbleed', ['heartbleed bad', 'drown bad', 'sslv2-enabled bad']],
] as const)('%s has its findings, each with evidence', async (_, name, expected) => {
  const { findings = [] } = await checks.check(await checks.lab.start(name));
  expect(findings.map(({ code, state }) => `${code} ${state}`)).toEqual(expect.arrayContaining([...expected]));
  for (const { code, evidence, fix } of findings) {
    expect(evidence, code).toMatch(/^\S.*[.]$/s);
    expect(fix, code).not.toBe('');
  }
});

inLongSet(test)('so has a certificate that is not valid', async () => {
  const served = await checks.lab.serve(['expired', 'wrong-host']);
  const codesOf = async (server: { host: string; port: number }) =>
    ((await checks.check(server)).findings ?? []).map(({ code }) => code);
  expect(await codesOf(served.expired)).toContain('certificate-expired');
  expect(await codesOf(served['wrong-host'])).toContain('name-mismatch');
});
