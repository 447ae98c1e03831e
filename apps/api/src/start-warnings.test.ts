import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeData } from '@sonde/probes';
import { describe, expect, it, onTestFinished } from 'vitest';
import { variables } from './environment.ts';
import { startWarnings } from './start-warnings.ts';
import { testConfig } from './testing/test-server.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sonde-warnings-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

async function warningsOf(variables: Record<string, string>): Promise<string[]> {
  const config = testConfig({ SONDE_CONTACT_EMAIL: 'admin@example.net', ...variables });
  const data = createNodeData(config.data, { fetch: () => Promise.reject(new Error('nothing is fetched')) });
  onTestFinished(() => data.close());
  return startWarnings(config, data.geo.databases);
}

/** A server that others reach, as it should be. */
const behindProxy = { SONDE_PUBLIC_URL: 'https://sonde.example', SONDE_TRUST_PROXY: '192.0.2.1' };

describe('a warning at the start', () => {
  it('is not given if there is no problem', async () => {
    expect(await warningsOf({ SONDE_DATA_DIR: join(await folder(), 'not/made/yet') })).toEqual([]);
  });

  it('names an unknown variable, and the one that was probably meant', async () => {
    expect(await warningsOf({ SONDE_SMPT_URL: 'smtp://mail.example' })).toEqual([
      'SONDE_SMPT_URL is not a variable of Sonde: did you mean SONDE_SMTP_URL?',
    ]);
  });

  it('is given where strangers could make probes', async () => {
    expect(await warningsOf({ SONDE_METRICS: '0.0.0.0:9464', SONDE_PROBE: 'on' })).toEqual([
      'SONDE_PROBE is on, and SONDE_METRICS is not on loopback: whoever reaches it can make lookups without a rate limit.',
    ]);
    expect(await warningsOf({ SONDE_METRICS: '', SONDE_PROBE: 'on' })).toEqual([
      'SONDE_PROBE is on, but SONDE_METRICS names no listener for it.',
    ]);
    expect(await warningsOf({ SONDE_METRICS: '[::1]:9464', SONDE_PROBE: 'on' })).toEqual([]);
  });

  it('states where links in mails would lead', async () => {
    const mail = { SONDE_SMTP_URL: 'smtp://mail.example' };
    expect(await warningsOf(mail)).toEqual([
      'SONDE_SMTP_URL is set and SONDE_PUBLIC_URL is not: links in mails lead to the address on which this process listens.',
    ]);
    expect(await warningsOf({ ...mail, ...behindProxy })).toEqual([]);
  });

  it('states that host names get 421 until they are set, if others can reach the server', async () => {
    const warning =
      'Neither SONDE_PUBLIC_URL nor SONDE_HOSTS is set: requests under a host name are answered with 421, those under an address work.';
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'sonde.internal']) {
      expect(await warningsOf({ HOST }), HOST).toEqual([warning]);
      expect(await warningsOf({ HOST, SONDE_HOSTS: 'sonde.internal' })).toEqual([]);
      expect(await warningsOf({ HOST, ...behindProxy })).toEqual([]);
    }
    for (const HOST of ['127.0.0.1', '::1', 'localhost', '/run/sonde.sock']) {
      expect(await warningsOf({ HOST }), HOST).toEqual([]);
    }
  });

  it('states that tokens of an emulator on another machine are not accepted', async () => {
    expect(await warningsOf({ SONDE_FIREBASE_EMULATOR: '192.0.2.1:9099' })).toEqual([
      'SONDE_FIREBASE_EMULATOR is not on this machine: its unsigned tokens are not accepted.',
    ]);
    expect(await warningsOf({ SONDE_FIREBASE_EMULATOR: 'localhost:9099' })).toEqual([]);
  });

  it('names files that cannot be read', async () => {
    const missing = { SONDE_GEO_CITY_DB: '/nowhere/city.mmdb', SONDE_GEO_ASN_DB: '/nowhere/a,/nowhere/b' };
    expect(await warningsOf({ ...missing, SONDE_WORDLIST: '/nowhere/words' })).toEqual([
      'SONDE_GEO_CITY_DB: /nowhere/city.mmdb: there is no such file.',
      'SONDE_GEO_ASN_DB: /nowhere/a: there is no such file; /nowhere/b: there is no such file.',
      'SONDE_WORDLIST: /nowhere/words cannot be read.',
    ]);
    expect(await warningsOf({ SONDE_WORDLIST: import.meta.filename })).toEqual([]);
  });

  it.each(Object.entries(variables).filter(([, { isFile }]) => isFile))(
    'is given where %s names a missing file',
    async (name) => {
      expect(await warningsOf({ [name]: '/nowhere/file' })).toEqual([expect.stringMatching(`^${name}: /nowhere/file`)]);
    },
  );

  it('names files that are not databases', async () => {
    const file = join(await folder(), 'city.mmdb');
    await writeFile(file, 'an error page of a download server');
    expect(await warningsOf({ SONDE_GEO_CITY_DB: file })).toEqual([
      `SONDE_GEO_CITY_DB: ${file}: it is not an MMDB database (no metadata).`,
    ]);
  });

  it('names a list of preloaded hosts that is none', async () => {
    const file = join(await folder(), 'list.json');
    await writeFile(file, 'an error page of a download server');
    expect(await warningsOf({ SONDE_HSTS_PRELOAD: file })).toEqual([
      `SONDE_HSTS_PRELOAD: ${file} is not Chromium’s list of preloaded hosts.`,
    ]);
    await writeFile(file, '// a list\n{"entries": [{"name": "a.example", "mode": "force-https"}]}');
    expect(await warningsOf({ SONDE_HSTS_PRELOAD: file })).toEqual([]);
  });

  it('states that the data folder is not writable', async () => {
    const file = join(await folder(), 'a-file');
    await writeFile(file, '');
    const told = [
      'The folder of SONDE_DATA_DIR cannot be written to: accounts and copies of public registries cannot be kept there.',
    ];
    for (const dataDir of [file, join(file, 'data')]) {
      expect(await warningsOf({ SONDE_DATA_DIR: dataDir }), dataDir).toEqual(told);
    }
  });

  it.each<[string, Record<string, string>]>([
    [
      'SONDE_ENCRYPT_RESPONSES is on without https',
      { SONDE_PUBLIC_URL: '', SONDE_HOSTS: 'sonde.internal', SONDE_ENCRYPT_RESPONSES: 'true' },
    ],
    ['SONDE_CONTACT_EMAIL is not set', { SONDE_CONTACT_EMAIL: '' }],
    ['SONDE_MAIL_FROM is not set', { SONDE_CONTACT_EMAIL: '', SONDE_SMTP_URL: 'smtp://mail.example' }],
    ['SONDE_PUBLIC_URL is not an https address', { SONDE_PUBLIC_URL: 'http://sonde.example' }],
    ['SONDE_TRUST_PROXY names no proxy', { SONDE_TRUST_PROXY: '' }],
    ['SONDE_TRUST_PROXY names all addresses', { SONDE_TRUST_PROXY: '0.0.0.0/0' }],
    ['each instance that shares the store has accounts of its own', { SONDE_REDIS_URL: 'redis://127.0.0.1:9' }],
  ])('says for a server that others reach: %s', async (words, variables) => {
    expect(await warningsOf({ ...behindProxy, ...variables })).toContainEqual(expect.stringContaining(words));
  });

  it('is not given about strangers where there are none, and not for a server as it should be', async () => {
    expect(await warningsOf({ SONDE_CONTACT_EMAIL: '', SONDE_ENCRYPT_RESPONSES: 'true' })).toEqual([]);
    expect(await warningsOf({ ...behindProxy, SONDE_ENCRYPT_RESPONSES: 'true' })).toEqual([]);
  });
});
