import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMmdbWriter } from '../../../build/mmdb-writer.ts';
import { createGeoDatabases, type GeoEdition } from './geo-databases.ts';
import { toCityRecord, toNetworkRecord } from './records.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-geo-'));
  const writer = createMmdbWriter();
  writer.add(0x0100_0000n, 0x0100_00ffn, {
    country_code: 'AU',
    city: 'Sydney',
    state1: '',
    postcode: '',
    timezone: '',
  });
  writer.add(0x2001_0db8n << 96n, (0x2001_0db9n << 96n) - 1n, { country_code: 'NL' });
  const description = { databaseType: 'Test', description: 'for a test', builtAt: new Date('2026-06-05') };
  await writeFile(join(folder, 'city.mmdb'), writer.finish(description));
});
afterAll(() => rm(folder, { recursive: true }));

const files = (...names: string[]): GeoEdition[] => [
  { origin: 'bundled', files: names.map((name) => join(folder, name)) },
];

test('uses a file with both families for both', async () => {
  const { find, state } = createGeoDatabases({ city: files('city.mmdb'), asn: [] });
  expect(await find('1.0.0.1')).toMatchObject({ city: { countryCode: 'AU', city: 'Sydney', regionName: null } });
  expect(await find('2001:db8::1')).toMatchObject({ city: { countryCode: 'NL', city: null }, network: null });
  expect(await find('2001:db9::1')).toMatchObject({ city: null, network: null, missing: ['asn'] });
  expect(await state()).toEqual([
    { database: 'city', date: '2026-06-05', origin: 'bundled', problem: null },
    { database: 'asn', date: null, origin: 'bundled', problem: 'It is not installed.' },
  ]);
});

test('names a database without file as missing', async () => {
  const { find, state } = createGeoDatabases({ city: files('nothing.mmdb'), asn: files('city.mmdb', 'none.mmdb') });
  expect(await find('1.0.0.1')).toEqual({ city: null, network: null, missing: ['city'], date: null, credits: [] });
  expect(await state()).toEqual([
    {
      database: 'city',
      date: null,
      origin: 'bundled',
      problem: `${join(folder, 'nothing.mmdb')}: there is no such file`,
    },
    {
      database: 'asn',
      date: '2026-06-05',
      origin: 'bundled',
      problem: `${join(folder, 'none.mmdb')}: there is no such file`,
    },
  ]);
});

test('treats a damaged database as missing for the affected addresses', async () => {
  const writer = createMmdbWriter();
  writer.add(0x0100_0000n, 0x0100_00ffn, { country_code: 'AU' });
  const damaged = writer.finish({ databaseType: 'Test', description: 'for a test', builtAt: new Date('2026-06-05') });
  // Both branches of the root lead back to the root.
  damaged.fill(0, 0, 6);
  await writeFile(join(folder, 'damaged.mmdb'), damaged);
  const { find } = createGeoDatabases({ city: files('damaged.mmdb'), asn: [] });
  expect(await find('1.0.0.1')).toMatchObject({ city: null, missing: ['city', 'asn'] });
  expect(await find('2001:db8::1')).toMatchObject({ city: null, missing: ['city', 'asn'] });
});

test('uses the newest edition that can be read, also one that appears later', { timeout: 60_000 }, async () => {
  const edition = async (name: string, city: string, builtAt: string) => {
    const writer = createMmdbWriter();
    writer.add(0x0100_0000n, 0x0100_00ffn, { country_code: 'AU', city });
    const content = writer.finish({ databaseType: 'Test', description: '', builtAt: new Date(builtAt) });
    await writeFile(join(folder, `${name}.new`), content);
    await rename(join(folder, `${name}.new`), join(folder, name));
  };
  const updated: GeoEdition = { origin: 'updated', files: [join(folder, 'updated.mmdb')] };
  await edition('bundled.mmdb', 'Perth', '2026-06-05');
  let nowMs = 0;
  const { find, state } = createGeoDatabases({ city: [updated, ...files('bundled.mmdb')], asn: [] }, () => nowMs);
  const cityAfter = async (ms: number) => {
    // Files are checked and editions chosen beside the lookups, one after the other.
    for (const step of [ms, ms]) {
      nowMs += step;
      await find('1.0.0.1');
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const { city, date } = await find('1.0.0.1');
    const [now] = await state();
    return [city?.city, date, now?.origin, now?.problem];
  };
  /** A busy machine may need more than one check for it. */
  const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000 });
  expect(await cityAfter(0)).toEqual(['Perth', '2026-06-05', 'bundled', null]);
  await edition('updated.mmdb', 'Hobart', '2026-11-01');
  await eventually(async () => expect(await cityAfter(20_000)).toEqual(['Hobart', '2026-11-01', 'updated', null]));
  await edition('updated.mmdb', 'Old', '2026-01-01');
  await eventually(async () => expect(await cityAfter(20_000)).toEqual(['Perth', '2026-06-05', 'bundled', null]));
  await writeFile(join(folder, 'updated.mmdb'), 'no database');
  const problem = expect.stringContaining('it is not an MMDB database');
  await eventually(async () => expect(await cityAfter(20_000)).toEqual(['Perth', '2026-06-05', 'bundled', problem]));
});

describe('records of other publishers', () => {
  test('nested, with names by language', () => {
    const record = {
      city: { names: { en: 'Munich', de: 'München' } },
      continent: { code: 'EU' },
      country: { iso_code: 'DE', names: { en: 'Germany' } },
      location: { latitude: 48.1, longitude: 11.5, time_zone: 'Europe/Berlin', metro_code: 807, accuracy_radius: 20 },
      postal: { code: '80331' },
      subdivisions: [{ iso_code: 'BY', names: { en: 'Bavaria' } }, { iso_code: 'X' }],
    };
    expect(toCityRecord(record)).toEqual({
      countryCode: 'DE',
      continentCode: 'EU',
      regionName: 'Bavaria',
      regionCode: 'BY',
      city: 'Munich',
      postalCode: '80331',
      metroCode: '807',
      latitude: 48.1,
      longitude: 11.5,
      accuracyRadius: 20,
      timeZone: 'Europe/Berlin',
    });
  });

  test('drops a position with one coordinate or out of range', () => {
    for (const location of [{ latitude: 1 }, { latitude: 91, longitude: 0 }, { latitude: 0, longitude: 200 }]) {
      expect(toCityRecord({ location })).toMatchObject({ latitude: null, longitude: null });
    }
    expect(toCityRecord({ country_code: 'GB', latitude: 0, longitude: 0 })).toMatchObject({
      latitude: 0,
      longitude: 0,
    });
  });

  test('reads networks, with the provider if the database has it', () => {
    const flat = { autonomous_system_number: 15169, autonomous_system_organization: 'Google LLC' };
    expect(toNetworkRecord(flat)).toEqual({ asNumber: 15169, asName: 'Google LLC', isp: null, organization: null });
    expect(toNetworkRecord({ ...flat, isp: 'Google', organization: 'Google Cloud' })).toMatchObject({
      isp: 'Google',
      organization: 'Google Cloud',
    });
    expect(toNetworkRecord({ traits: { ...flat, isp: 'Google' } })).toMatchObject({ asNumber: 15169, isp: 'Google' });
  });

  test.each([null, undefined, 'text', 7, [], {}])('%j is not a network record, and does not crash', (record) => {
    expect(toNetworkRecord(record)).toBeNull();
    expect(() => toCityRecord(record)).not.toThrow();
  });
});
