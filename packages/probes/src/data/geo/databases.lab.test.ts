import { runCommand } from '@sonde/lab';
import { expect, test } from 'vitest';
import { firstOf } from '../../../../../scripts/test/vitest-settings.ts';
import { bundledFiles } from './bundled-files.ts';
import { createGeoDatabases } from './geo-databases.ts';

/*
 * The bundled databases, read by Sonde and by the command of the format's publisher (Debian: mmdb-bin), for two hundred
 * addresses: those of well-known hosts, and of networks across the address space.
 */

const wellKnown = [
  ...['8.8.8.8', '8.8.4.4', '1.1.1.1', '1.0.0.1', '9.9.9.9', '208.67.222.222', '4.2.2.2', '64.6.64.6', '77.88.8.8'],
  ...['198.41.0.4', '199.9.14.201', '192.33.4.12', '199.7.91.13', '192.203.230.10', '192.5.5.241', '192.112.36.4'],
  ...['198.97.190.53', '192.36.148.17', '192.58.128.30', '193.0.14.129', '199.7.83.42', '202.12.27.33'],
  ...['91.198.174.192', '140.82.121.3', '151.101.1.69', '185.15.59.224', '5.9.0.1', '80.81.192.1', '195.20.224.1'],
  ...['2001:4860:4860::8888', '2001:4860:4860::8844', '2606:4700:4700::1111', '2620:fe::fe', '2001:7fd::1'],
  ...['2001:500:1::53', '2001:503:ba3e::2:30', '2001:500:2f::f', '2001:7fe::53', '2a02:6b8::feed:ff', '2a01:4f8::1'],
];
/** Every 1/81 of the IPv4 space, and steps through the allocated IPv6 space. */
const spread4 = Array.from(
  { length: 81 },
  (_, index) => `${1 + Math.floor(index * 2.7)}.${(index * 37) % 256}.${(index * 91) % 256}.${1 + index}`,
);
const spread6 = Array.from(
  { length: 81 },
  (_, index) =>
    `2${(((index * 13) % 0xc00) | 0x1).toString(16).padStart(3, '0')}:${(index * 0x321).toString(16)}:${index}::1`,
);
const addresses = [...wellKnown, ...spread4, ...spread6].slice(0, 200);

const databases = createGeoDatabases({
  city: [{ origin: 'bundled', files: bundledFiles('city') }],
  asn: [{ origin: 'bundled', files: bundledFiles('asn') }],
});

/** The output of `mmdblookup` as a value; null without a record. */
async function mmdblookup(file: string, address: string): Promise<Record<string, unknown> | null> {
  try {
    const said = await runCommand('mmdblookup', ['--file', file, '--ip', address]);
    const json = said.replace(/("(?:[^"\\]|\\.)*"|[-\d.]+) <\w+>/g, '$1,').replace(/,(\s*\})/g, '$1');
    return JSON.parse(json);
  } catch (error) {
    // It ends with 6 when the database has no record of the address.
    if (error instanceof Error && 'code' in error && error.code === 6) return null;
    throw error;
  }
}

const fileOf = (database: 'city' | 'asn', address: string): string => {
  const files = bundledFiles(database);
  const file = address.includes(':') ? files.at(-1) : files[0];
  return file ?? expect.fail(`The ${database} database is not installed: npm ci, npm run build`);
};

/** The command prints six decimals. */
const rounded = (degrees: number | null | undefined) => degrees?.toFixed(6);

test.each(firstOf(40, addresses))('%s', async (address) => {
  const { city, network, missing } = await databases.find(address);
  expect(missing).toEqual([]);
  const place = await mmdblookup(fileOf('city', address), address);
  expect(city === null).toBe(place === null);
  if (place !== null) {
    expect(city).toMatchObject({
      countryCode: place['country_code'] || null,
      regionName: place['state1'] || null,
      city: place['city'] || null,
      postalCode: place['postcode'] || null,
      timeZone: place['timezone'] || null,
    });
    expect([rounded(city?.latitude), rounded(city?.longitude)]).toEqual(
      [place['latitude'], place['longitude']].map((degrees) => rounded(Number(degrees))),
    );
  }
  const owner = await mmdblookup(fileOf('asn', address), address);
  expect(network).toEqual(
    owner && {
      asNumber: owner['autonomous_system_number'],
      asName: owner['autonomous_system_organization'],
      isp: null,
      organization: null,
    },
  );
});

test('has a record for most of them, so that the comparison is meaningful', async () => {
  const found = await Promise.all(addresses.map((address) => databases.find(address)));
  expect(found).toHaveLength(200);
  expect(found.filter(({ city }) => city !== null).length).toBeGreaterThan(140);
  expect(found.filter(({ network }) => network !== null).length).toBeGreaterThan(90);
});

test('has dates for the databases', async () => {
  for (const { date, problem } of await databases.state()) {
    expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(problem).toBeNull();
  }
});
