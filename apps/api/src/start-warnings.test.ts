import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeData } from '@sonde/probes';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWarnings } from './start-warnings.ts';
import { testConfig } from './testing/test-server.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sonde-warnings-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

async function warningsOf(variables: Record<string, string>): Promise<string[]> {
  const config = testConfig(variables);
  const data = createNodeData(config.data, { fetch: () => Promise.reject(new Error('nothing is fetched')) });
  onTestFinished(() => data.close());
  return startWarnings(config, data.geo.databases);
}

describe('what an operator is told at the start', () => {
  it('is nothing where all is well', async () => {
    expect(await warningsOf({ SONDE_DATA_DIR: join(await folder(), 'not/made/yet') })).toEqual([]);
  });

  it('is which variable nothing reads', async () => {
    expect(await warningsOf({ SONDE_SMPT_URL: 'smtp://mail.example' })).toEqual([
      'SONDE_SMPT_URL is no variable of this server: is it misspelled?',
    ]);
  });

  it('is where links in mails would lead', async () => {
    const mail = { SONDE_SMTP_URL: 'smtp://mail.example' };
    expect(await warningsOf(mail)).toEqual([
      'SONDE_SMTP_URL is set and SONDE_PUBLIC_URL is not: links in mails lead to where this process listens.',
    ]);
    expect(await warningsOf({ ...mail, SONDE_PUBLIC_URL: 'https://sonde.example' })).toEqual([]);
  });

  it('is that host names are answered with 421 until they are set, where others may ask', async () => {
    const warning =
      'Neither SONDE_PUBLIC_URL nor SONDE_HOSTS is set: under a host name this server answers 421, under its addresses as ever.';
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'sonde.internal']) {
      expect(await warningsOf({ HOST }), HOST).toEqual([warning]);
      expect(await warningsOf({ HOST, SONDE_HOSTS: 'sonde.internal' })).toEqual([]);
      expect(await warningsOf({ HOST, SONDE_PUBLIC_URL: 'http://sonde.internal' })).toEqual([]);
    }
    for (const HOST of ['127.0.0.1', '::1', 'localhost', '/run/sonde.sock']) {
      expect(await warningsOf({ HOST }), HOST).toEqual([]);
    }
  });

  it('is that an emulator elsewhere is not believed', async () => {
    expect(await warningsOf({ SONDE_FIREBASE_EMULATOR: '192.0.2.1:9099' })).toEqual([
      'SONDE_FIREBASE_EMULATOR is not on this machine: its unsigned tokens are not taken.',
    ]);
    expect(await warningsOf({ SONDE_FIREBASE_EMULATOR: 'localhost:9099' })).toEqual([]);
  });

  it('is which files cannot be read', async () => {
    const missing = { SONDE_GEO_CITY_DB: '/nowhere/city.mmdb', SONDE_GEO_ASN_DB: '/nowhere/a,/nowhere/b' };
    expect(await warningsOf({ ...missing, SONDE_WORDLIST: '/nowhere/words' })).toEqual([
      'SONDE_GEO_CITY_DB: /nowhere/city.mmdb: there is no such file.',
      'SONDE_GEO_ASN_DB: /nowhere/a: there is no such file; /nowhere/b: there is no such file.',
      'SONDE_WORDLIST: /nowhere/words cannot be read.',
    ]);
    expect(await warningsOf({ SONDE_WORDLIST: import.meta.filename })).toEqual([]);
  });

  it('is which files are no databases', async () => {
    const file = join(await folder(), 'city.mmdb');
    await writeFile(file, 'an error page of a download server');
    expect(await warningsOf({ SONDE_GEO_CITY_DB: file })).toEqual([
      `SONDE_GEO_CITY_DB: ${file}: it is no MMDB database (no metadata).`,
    ]);
  });

  it('is that nothing can be kept', async () => {
    const file = join(await folder(), 'a-file');
    await writeFile(file, '');
    const told = [
      'The folder of SONDE_DATA_DIR cannot be written to: no account can be kept there, and no copy of a register.',
    ];
    for (const dataDir of [file, join(file, 'data')]) {
      expect(await warningsOf({ SONDE_DATA_DIR: dataDir }), dataDir).toEqual(told);
    }
  });
});
