import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runCommand } from '@sonde/lab';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { firstOf, inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { createMmdbWriter } from '../../build/mmdb-writer.ts';
import type { GeoDatabase } from '../data/data.ts';
import { createNodeData } from '../data/node-data.ts';
import { readDataSettings } from '../data/settings.ts';
import { createNodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { geoDataSets } from './geo-sets.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const never = new AbortController().signal;

type MmdbRecord = Parameters<ReturnType<typeof createMmdbWriter>['add']>[2];

/** A database that knows the whole internet, or its first part: every address of it has this record. */
function everywhere(record: MmdbRecord, builtAt: string, part = 1): Buffer {
  const writer = createMmdbWriter();
  writer.add(0x0100_0000n, 0x0100_0000n + BigInt(Math.floor(0xdf00_0000 * part)), record);
  writer.add(0x2000n << 112n, (0x3000n << 112n) - 1n, record);
  return writer.finish({ databaseType: 'DBIP-City-Lite', description: 'for a test', builtAt: new Date(builtAt) });
}
const places = (city: string, builtAt: string, part?: number) =>
  everywhere({ country_code: 'IS', city }, builtAt, part);

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function machine(variables: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-geo-sets-'));
  const environment = { SONDE_DATA_DIR: folder, ...variables };
  const { settings } = readDataSettings(environment);
  const { settings: netSettings } = readNetSettings(environment);
  if (settings === null || netSettings === null) throw new Error('wrong settings');
  const net = createNodeNet(netSettings);
  const data = createNodeData(settings, net, () => NOW);
  onTestFinished(async () => {
    data.close();
    net.close();
    await rm(folder, { recursive: true });
  });
  const setOf = (database: GeoDatabase) => geoDataSets(data)[database === 'city' ? 0 : 1] ?? expect.fail();
  return {
    folder,
    setOf,
    async renew(database: GeoDatabase, ...sources: string[]) {
      const { renew } = setOf(database);
      return renew?.(sources, never);
    },
    cityOf: async (address: string) => (await data.geo.databases.find(address)).city?.city,
    filesLeft: () => readdir(join(folder, 'sets')).catch(() => []),
  };
}

it('fetches the file of the month, or of the last one, and uses it for the next lookup', async () => {
  const asked: string[] = [];
  const host = await serve(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? ''}`.trim());
    response.statusCode = url.includes('2026-10') ? 200 : 404;
    response.end(response.statusCode === 200 ? gzipSync(places('Vik', '2026-10-01')) : '');
  });
  const { renew, cityOf, setOf, filesLeft } = await machine({
    SONDE_GEO_CITY_URL: `http://me:key@${host}/city-{YYYY-MM}.mmdb.gz`,
  });
  expect(await renew('city')).toEqual({ isNew: true, text: 'Places of addresses: now of 2026-10-01' });
  const basic = `Basic ${btoa('me:key')}`;
  expect(asked).toEqual([`/city-2026-11.mmdb.gz ${basic}`, `/city-2026-10.mmdb.gz ${basic}`]);
  expect(await cityOf('8.8.8.8')).toBe('Vik');
  expect(await setOf('city').copy()).toEqual({ date: '2026-10-01', origin: 'updated' });
  expect(await renew('city')).toEqual({ isNew: false, text: 'Places of addresses: still of 2026-10-01' });
  expect(await filesLeft()).toEqual(['geo-city.mmdb']);
});

inLongSet(it)('does not fetch the file of a month that it has', async () => {
  const { renew, folder } = await machine({ SONDE_GEO_CITY_URL: 'http://127.0.0.1:9/city-{YYYY-MM}.mmdb.gz' });
  const file = join(folder, 'city.mmdb');
  await writeFile(file, places('Akranes', '2026-11-01'));
  expect((await renew('city', file))?.isNew).toBe(true);
  expect(await renew('city')).toEqual({ isNew: false, text: 'Places of addresses: still of 2026-11-01' });
});

inLongSet(it)('reads files as they are, and archives as MaxMind sends them, and keeps the one before', async () => {
  const { renew, cityOf, folder, filesLeft } = await machine();
  const at = (name: string) => join(folder, name);
  await writeFile(at('plain.mmdb'), places('Selfoss', '2026-10-02'));
  await renew('city', at('plain.mmdb'));
  await writeFile(at('GeoLite2-City.mmdb'), places('Husavik', '2026-11-20'));
  await writeFile(at('COPYRIGHT.txt'), 'x'.repeat(700));
  // GNU tar, as in the downloads of MaxMind: the licence comes first.
  await runCommand('tar', ['-C', folder, '-czf', at('city.tar.gz'), 'COPYRIGHT.txt', 'GeoLite2-City.mmdb']);
  expect((await renew('city', at('city.tar.gz')))?.text).toBe('Places of addresses: now of 2026-11-20');
  expect(await cityOf('1.1.1.1')).toBe('Husavik');
  expect(await filesLeft()).toEqual(['geo-city.mmdb', 'geo-city.previous.mmdb']);
});

inLongSet(it)('compares the first one with the bundled one', async () => {
  const { renew, folder, setOf } = await machine();
  expect((await setOf('city').copy())?.origin).toBe('bundled');
  const file = join(folder, 'few.mmdb');
  await writeFile(file, places('Few', '2026-11-20', 0.4));
  await expect(renew('city', file)).rejects.toThrow(
    /^It knows \d+ % of the sampled addresses, and the copy at hand \d+ %\.$/,
  );
});

inLongSet(it)('takes networks as IPinfo and MaxMind write them', async () => {
  const { renew, folder } = await machine();
  const records = [{ asn: 'AS1850', as_name: 'Siminn' }, { autonomous_system_number: 1850 }];
  for (const [index, record] of records.entries()) {
    const file = join(folder, `${index}.mmdb`);
    await writeFile(file, everywhere(record, `2026-11-0${index + 1}`));
    expect((await renew('asn', file))?.isNew).toBe(true);
  }
});

describe('what is refused changes nothing', () => {
  const good = places('Reykjavik', '2026-11-10');
  const packed = gzipSync(good);
  test.each<readonly [string, Buffer | string, RegExp]>(
    firstOf<readonly [string, Buffer | string, RegExp]>(2, [
      ['a web page', '<!doctype html><title>Sign in</title>', /not an MMDB database \(no metadata\)/],
      ['a file that is cut off', good.subarray(0, good.length / 2), /no metadata/],
      ['a compressed file that is cut off', packed.subarray(0, packed.length - 20), /damaged or cut off/],
      ['a compressed file with a wrong octet', Buffer.from(packed).fill(0xff, 40, 60), /damaged or cut off/],
      [
        'an older one',
        places('Old', '2026-10-30'),
        /^It is of 2026-10-30, and the copy at hand is newer: 2026-11-01\.$/,
      ],
      ['one from the future', places('New', '2027-01-01'), /lies in the future/],
      ['one that knows much less', places('Few', '2026-11-20', 0.4), /knows \d+ % of the sampled addresses/],
      ['a database of another kind', everywhere({ asn: 1850 }, '2026-11-20'), /is none of places/],
      ['an empty file', '', /no metadata/],
    ]),
  )('%s', async (_, content, reason) => {
    const { renew, folder, cityOf, setOf, filesLeft } = await machine();
    const first = join(folder, 'first.mmdb');
    await writeFile(first, places('Keflavik', '2026-11-01'));
    await renew('city', first);
    const host = await serve((_request, response) => response.end(content));
    await expect(renew('city', `http://${host}/city.mmdb`)).rejects.toThrow(reason);
    expect(await cityOf('8.8.8.8')).toBe('Keflavik');
    expect(await setOf('city').copy()).toEqual({ date: '2026-11-01', origin: 'updated' });
    expect(await filesLeft()).toEqual(['geo-city.mmdb']);
  });

  inLongSet(test)('a connection that ends early, a server without it, and a missing file', async () => {
    const { renew, filesLeft } = await machine();
    const host = await serve(({ url = '' }, response) => {
      response.statusCode = url === '/403' ? 403 : 200;
      if (url !== '/short') return response.end();
      response.setHeader('content-length', good.length);
      response.write(good.subarray(0, 1000), () => response.destroy());
      return response;
    });
    await expect(renew('city', `http://${host}/short`)).rejects.toThrow('cannot be fetched: reset');
    await expect(renew('city', `http://${host}/403`)).rejects.toThrow('answers with status 403');
    await expect(renew('city', '/nowhere/city.mmdb')).rejects.toThrow('The file cannot be read: ENOENT.');
    expect(await filesLeft()).toEqual([]);
  });

  test('a folder that cannot be written to', async () => {
    const { renew, folder } = await machine();
    const file = join(folder, 'city.mmdb');
    await writeFile(file, good);
    await writeFile(join(folder, 'sets'), 'a file where the folder should be');
    await expect(renew('city', file)).rejects.toThrow('The folder of SONDE_DATA_DIR cannot be written to: EEXIST.');
    expect((await stat(join(folder, 'sets'))).size).toBeLessThan(100);
  });
});

inLongSet(it)('leaves the files of an operator to the operator', async () => {
  const { setOf } = await machine({ SONDE_GEO_CITY_DB: '/var/lib/geo/city.mmdb' });
  expect(setOf('city').renew).toBeNull();
  expect(setOf('city').facts.everyDays).toBeNull();
  expect(setOf('asn').renew).not.toBeNull();
});
