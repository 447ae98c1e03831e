import { readFileSync } from 'node:fs';
import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { bundledFiles } from '../../data/geo/bundled-files.ts';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { parseMetadata } from './metadata.ts';
import { MmdbFormatError } from './mmdb-format-error.ts';
import { createMmdbReader } from './mmdb-reader.ts';

/** Set SONDE_FUZZ_SEED to reproduce a failure. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const INPUTS = 50_000;
const MAX_MS = 500;
let inputs = 0;

process.stdout.write(`mmdb fuzz: SONDE_FUZZ_SEED=${seed}\n`);
afterAll(() => {
  process.stdout.write(`mmdb fuzz: ${inputs} inputs\n`);
  expect(inputs).toBeGreaterThanOrEqual(fuzzRuns(INPUTS));
});

/** The bundled databases: one for IPv4, one for IPv6, one for both. */
const files = [...bundledFiles('city'), ...bundledFiles('asn')].map((path) => {
  const file = readFileSync(path);
  return { file, metadata: parseMetadata(file.subarray(-128 * 1024), file.length) };
});

/** Significant bytes: the largest sizes, pointers of every length, maps, arrays, and types that records never have. */
const TELLING = [0x00, 0x1f, 0x20, 0x28, 0x30, 0x38, 0x3f, 0x5f, 0x7f, 0xe1, 0xff, 0x04, 0x05, 0x06, 0x0d] as const;
const octet = fc.oneof(fc.constantFrom(...TELLING), fc.nat(255));
const changes = fc.array(fc.tuple(fc.nat(), octet), { minLength: 1, maxLength: 8 });
const address4 = fc.uint8Array({ minLength: 4, maxLength: 4 });
/** Within allocated networks. */
const address6 = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => bytes.with(0, 0x20 | ((bytes[0] ?? 0) & 15)));

/** Offsets that a lookup reads: the nodes on the path, the record after it, the metadata. */
function placesOf(index: number, address: Uint8Array): number[] {
  const { file, metadata } = files[index] ?? expect.fail('no such file');
  const nodeBytes = metadata.recordSize / 4;
  const places = Array.from(
    { length: 400 },
    (_, place) => metadata.dataEnd + (place % (file.length - metadata.dataEnd)),
  );
  let node = 0;
  for (let depth = 0; depth < address.length * 8 && node < metadata.nodeCount; depth += 1) {
    const bit = ((address[depth >> 3] ?? 0) >> (7 - (depth & 7))) & 1;
    const start = node * nodeBytes;
    places.push(...Array.from({ length: nodeBytes }, (_, place) => start + place));
    if (metadata.recordSize === 28) {
      const high = bit === 0 ? file.readUInt8(start + 3) >> 4 : file.readUInt8(start + 3) & 15;
      node = high * 2 ** 24 + file.readUIntBE(start + bit * 4, 3);
    } else {
      const bytes = metadata.recordSize / 8;
      node = file.readUIntBE(start + bit * bytes, bytes);
    }
  }
  if (node <= metadata.nodeCount) return places;
  const record = metadata.treeBytes + node - metadata.nodeCount;
  // Half of all offsets are in the record, which has the most complex encoding.
  return [...places, ...Array.from({ length: places.length }, (_, place) => record + (place % 64))];
}

/** Looks up an address in modified bytes: must return a record or throw the one error, quickly. */
function lookUp(file: Buffer, address: Uint8Array): void {
  inputs += 1;
  const startMs = cpuMs();
  try {
    createMmdbReader(file).find(address);
  } catch (error) {
    if (!(error instanceof MmdbFormatError)) throw error;
  }
  expect(cpuMs() - startMs).toBeLessThan(MAX_MS);
}

/** Modified in place and restored: copying sixty megabytes for each run would take an hour. */
function withChanges(
  file: Buffer,
  places: readonly number[],
  list: readonly (readonly [number, number])[],
  run: () => void,
): void {
  const former: [number, number][] = [];
  for (const [at, value] of list) {
    const place = places[at % places.length] ?? 0;
    if (place >= file.length) continue;
    former.push([place, file[place] ?? 0]);
    file[place] = value;
  }
  try {
    run();
  } finally {
    for (const [place, value] of former.reverse()) file[place] = value;
  }
}

test.each(files.map((_, index) => index))('database %i with some octets changed where a lookup reads', (index) => {
  const { file, metadata } = files[index] ?? expect.fail('no such file');
  const address = metadata.ipVersion === 4 ? address4 : address6;
  const before = process.memoryUsage().heapUsed;
  fc.assert(
    fc.property(address, changes, (bytes, list) =>
      withChanges(file, placesOf(index, bytes), list, () => lookUp(file, bytes)),
    ),
    { seed, numRuns: fuzzRuns(Math.ceil(INPUTS / files.length)) },
  );
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(256 * 1024 * 1024);
});

test('there are three of them', () => {
  expect(files.map(({ metadata }) => metadata.ipVersion)).toEqual([4, 6, 6]);
});

test('arbitrary octets', () => {
  const marked = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from([...bytes]));
  fc.assert(
    fc.property(marked, fc.nat(), (bytes, at) => {
      const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
      const place = at % (bytes.length + 1);
      lookUp(Buffer.concat([bytes.subarray(0, place), marker, bytes.subarray(place)]), new Uint8Array(4));
    }),
    { seed, numRuns: fuzzRuns(5000) },
  );
});
