import { type SslCode, sslExplanations } from '@sonde/contract/tools/ssl/explanations';
import { type ConfiguredName, runCommand } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import { openSslChecks, type SslChecks } from '../../testing/ssl-checks.ts';

let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

const dh1024 = new URL('../../../../../lab/tls/dh-1024.pem', import.meta.url).pathname;
const isRoot = process.getuid?.() === 0;

/** A bad configuration of each program, with the finding that it causes. */
const cases: readonly (readonly [ConfiguredName, code: string, bad: readonly string[]])[] = [
  ['nginx', 'tls10-enabled', ['ssl_protocols TLSv1 TLSv1.1 TLSv1.2', 'ssl_ciphers DEFAULT:@SECLEVEL=0']],
  ['nginx', 'logjam', [`ssl_dhparam ${dh1024}`, 'ssl_ciphers DHE:ECDHE+AESGCM:@SECLEVEL=0']],
  ['nginx', 'suites-without-forward-secrecy', ['ssl_ciphers ECDHE+AESGCM:AES128-SHA']],
  ['Apache', 'tls10-enabled', ['SSLProtocol all', 'SSLCipherSuite DEFAULT:@SECLEVEL=0']],
  ['Apache', 'suites-without-forward-secrecy', ['SSLCipherSuite ECDHE+AESGCM:AES128-SHA']],
  [
    'HAProxy',
    'tls10-enabled',
    ['ssl-default-bind-options ssl-min-ver TLSv1.0', 'ssl-default-bind-ciphers DEFAULT:@SECLEVEL=0'],
  ],
  ['HAProxy', 'suites-without-forward-secrecy', ['ssl-default-bind-ciphers ECDHE+AESGCM:AES128-SHA']],
  ['Caddy', 'cbc-suites', ['ciphers TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256']],
  ['Dovecot', 'tls10-enabled', ['ssl_min_protocol = TLSv1', 'ssl_cipher_list = DEFAULT:@SECLEVEL=0']],
  ['Dovecot', 'suites-without-forward-secrecy', ['ssl_cipher_list = ECDHE+AESGCM:AES128-SHA']],
  ...(isRoot
    ? ([
        ['Postfix', 'tls10-enabled', ['smtpd_tls_protocols = >=TLSv1', 'tls_medium_cipherlist = DEFAULT:@SECLEVEL=0']],
        ['Postfix', 'suites-without-forward-secrecy', ['smtpd_tls_ciphers = medium']],
      ] as const)
    : []),
];

const inShortSet = new Set(['nginx logjam']);
const chosen = cases.filter(([name, code]) => isLong || inShortSet.has(`${name} ${code}`));

const startTls: Readonly<Partial<Record<ConfiguredName, string>>> = { Postfix: 'smtp', Dovecot: 'imap' };
const directiveOf = (line: string) => line.trim().split(/[\s=]/)[0] ?? '';

/** The configuration with the remedy: its lines replace those with the same name, and what its comments remove is gone. */
function remedied(bad: readonly string[], remedy: string): string[] {
  const lines = remedy.split('\n');
  const comments = lines.filter((line) => line.startsWith('#')).join(' ');
  const settings = lines.filter((line) => !line.startsWith('#'));
  const replaced = new Set(settings.map(directiveOf));
  const isKept = (line: string) => !replaced.has(directiveOf(line)) && !comments.includes(directiveOf(line));
  return [...bad.filter(isKept), ...settings];
}

function remedyOf(code: string, name: ConfiguredName): string {
  const { remedies } = sslExplanations[code as SslCode];
  const text = (remedies as Partial<Record<string, string>>)[name];
  return text ?? expect.fail(`${code} has no remedy for ${name}`);
}

async function findingsOf(server: { host: string; port: number }, name: ConfiguredName | null) {
  const protocol = name === null ? undefined : startTls[name];
  return (await checks.check(server, [], protocol === undefined ? {} : { starttls: protocol })).findings ?? [];
}

/** Whether the command in the fix says that it was made; true without one. */
async function isVerified(fix: string, from: { port: number }, at: { port: number } = from): Promise<boolean> {
  const [, how = '', command = ''] = /Verify (with|that this [^:]*): (openssl .*)$/.exec(fix) ?? [];
  const here = command
    .replace(/-connect \S+:(\d+)/, (_, port) => `-connect ${/127\.0\.0\.\d/.exec(command)?.[0] ?? '127.0.0.1'}:${port}`)
    .replaceAll(`:${from.port}`, `:${at.port}`);
  const said = await runCommand('sh', ['-c', `${here} -CAfile ${checks.lab.caFile} </dev/null`]).catch(() => null);
  if (how === 'with') return said !== null;
  const [, words] = /prints "(.*)"/.exec(how) ?? [];
  return words === undefined ? said === null : (said?.includes(words) ?? false);
}

test.each(chosen)(
  '%s: the remedy removes %s, and the command of the fix shows it',
  async (name, code, bad) => {
    const before = await checks.lab.startConfigured(name, bad);
    const finding = (await findingsOf(before, name)).find((one) => one.code === code);
    expect(finding).toBeDefined();
    const after = await checks.lab.startConfigured(name, remedied(bad, remedyOf(code, name)));
    expect((await findingsOf(after, name)).map((one) => one.code)).not.toContain(code);
    const fix = finding?.fix ?? '';
    if (!fix.includes('Verify')) return;
    expect([await isVerified(fix, before), await isVerified(fix, before, after)]).toEqual([false, true]);
  },
  60_000,
);

test.each(firstOf(1, ['must-staple-unmet', 'stapled-response-unusable']))(
  'Apache starts with the remedy for %s',
  async (code) => {
    const lines = remedyOf(code, 'Apache').split('\n');
    const inPlace = lines.map((line) => line.replace('/run/apache2', checks.lab.directory));
    await checks.lab.startConfigured('Apache', inPlace);
  },
);

inLongSet(describe)('the command checks the certificate that the finding is about', () => {
  inLongSet(test)('one of two types of keys, and one at another address', async () => {
    const lines = ['ssl_protocols TLSv1.2 TLSv1.3', 'ssl_ciphers ECDHE+AESGCM'];
    const serve = (rsa: 'expired-wildcard' | 'rsa-wildcard') =>
      checks.lab.serveSites([
        { address: '127.0.0.1', certificates: [rsa, 'ecdsa-wildcard'], lines },
        { address: '127.0.0.2', certificates: [rsa], lines },
      ]);
    const [before, after] = [await serve('expired-wildcard'), await serve('rsa-wildcard')];
    const findings = await findingsOf({ host: 'two-places.tls.test', port: before.port }, null);
    const expired = findings.filter(({ code }) => code === 'certificate-expired');
    expect(expired.length).toBeGreaterThan(0);
    for (const { fix } of expired) {
      expect([await isVerified(fix ?? '', before), await isVerified(fix ?? '', before, after)]).toEqual([false, true]);
    }
  });

  inLongSet(test)('a certificate whose key no browser supports', async () => {
    const [before, after] = [await checks.lab.start('openssl-p521-key'), await checks.lab.start('openssl-modern')];
    const finding = (await findingsOf(before, null)).find(({ code }) => code === 'browsers-cannot-connect');
    expect(finding?.fix).toContain('Request a certificate for a key that browsers support');
    const fix = finding?.fix ?? '';
    expect([await isVerified(fix, before), await isVerified(fix, before, after)]).toEqual([false, true]);
  });
});
