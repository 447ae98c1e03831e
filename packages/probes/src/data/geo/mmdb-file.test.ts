import { mkdir, mkdtemp, rename, rm, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@sonde/lab';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMmdbWriter } from '../../../build/mmdb-writer.ts';
import { toNetworkOrder } from '../../net/guard/ip-address.ts';
import { createMmdbFile } from './mmdb-file.ts';

const LATER_MS = 10_001;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sonde-mmdb-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** Contains one network, 1.0.0.0/24, with this name. */
function database(name: string, builtAt = '2026-06-05'): Buffer {
  const writer = createMmdbWriter();
  writer.add(0x0100_0000n, 0x0100_00ffn, { name });
  return writer.finish({ databaseType: 'Test', description: 'for a test', builtAt: new Date(builtAt) });
}

/** A file with a clock that advances only on request. */
async function fileWith(content: Buffer | null, isReplacedWhole = false) {
  const path = join(await folder(), 'test.mmdb');
  if (content !== null) await writeFile(path, content);
  let nowMs = 0;
  const file = createMmdbFile(path, { now: () => nowMs, isReplacedWhole });
  const find = async (address: string) => {
    const database = file.ready() ?? (await file.open());
    if (database === null) throw new Error(file.problem() ?? 'no reason');
    return database.find(toNetworkOrder(address));
  };
  return { path, file: { ...file, find }, later: () => (nowMs += LATER_MS) };
}

async function replace(path: string, content: Buffer): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

test('returns its metadata without being read completely, and its records', async () => {
  const { file } = await fileWith(database('first'));
  expect(await file.metadata()).toMatchObject({ ipVersion: 6, builtAt: new Date('2026-06-05') });
  expect(await file.find('1.0.0.1')).toEqual({ name: 'first' });
  expect(await file.find('1.0.1.1')).toBeNull();
  expect(file.problem()).toBeNull();
});

test('uses a newer file without a restart, and the former one until it is read', async () => {
  const { path, file, later } = await fileWith(database('first'));
  await file.find('1.0.0.1');
  await replace(path, database('second', '2026-07-05'));
  expect(await file.find('1.0.0.1')).toEqual({ name: 'first' });
  later();
  expect(await file.find('1.0.0.1')).toEqual({ name: 'first' });
  later();
  expect(await file.metadata()).toMatchObject({ builtAt: new Date('2026-07-05') });
  expect(await file.find('1.0.0.1')).toEqual({ name: 'second' });
});

test('reports a malformed new file as a problem, and keeps using the former one', async () => {
  const { path, file, later } = await fileWith(database('first'));
  await file.find('1.0.0.1');
  for (const content of [Buffer.from('no database'), database('second').subarray(0, 500), Buffer.alloc(0)]) {
    await replace(path, content);
    later();
    await file.metadata();
    expect(file.problem()).toContain(`${path}: it is not an MMDB database (`);
    expect(await file.find('1.0.0.1')).toEqual({ name: 'first' });
  }
  await unlink(path);
  later();
  await file.metadata();
  expect(file.problem()).toBe(`${path}: there is no such file`);
  expect(await file.find('1.0.0.1')).toEqual({ name: 'first' });
  await replace(path, database('third'));
  later();
  await file.metadata();
  expect(file.problem()).toBeNull();
  expect(await file.find('1.0.0.1')).toEqual({ name: 'third' });
});

test('finds a file that appears later at the next lookup', async () => {
  const { path, file } = await fileWith(null);
  expect(await file.metadata()).toBeNull();
  await expect(file.find('1.0.0.1')).rejects.toThrow(`${path}: there is no such file`);
  await replace(path, database('late'));
  expect(await file.find('1.0.0.1')).toEqual({ name: 'late' });
});

test('refuses anything but a regular file without opening it', async () => {
  const path = join(await folder(), 'some.mmdb');
  await mkdir(path);
  const file = createMmdbFile(path);
  expect(await file.metadata()).toBeNull();
  expect(file.problem()).toBe(`${path}: it is a folder`);
  const pipe = join(await folder(), 'pipe.mmdb');
  await runCommand('mkfifo', [pipe]);
  for (const special of [pipe, '/dev/zero']) {
    const none = createMmdbFile(special);
    expect(await none.open()).toBeNull();
    expect(none.problem()).toBe(`${special}: it is not a regular file`);
  }
});

test('throws for a lookup in a damaged tree or record, and never hangs', async () => {
  const good = database('first');
  for (let place = 0; place < good.length - 300; place += 7) {
    const { file } = await fileWith(Buffer.from(good).fill(0xff, place, place + 3));
    await file.find('1.0.0.1').catch((error: unknown) => expect(error).toBeInstanceOf(Error));
  }
});

describe('many concurrent lookups', () => {
  test('share one read', async () => {
    const { file } = await fileWith(database('first'));
    const found = await Promise.all(Array.from({ length: 50 }, () => file.find('1.0.0.1')));
    expect(new Set(found).size).toBe(1);
  });

  test('get the metadata too, whichever was requested first', async () => {
    const { file } = await fileWith(database('first'));
    const descriptions = await Promise.all(Array.from({ length: 12 }, () => file.metadata()));
    expect(descriptions).not.toContain(null);
  });

  test('find the file although it was just missing', async () => {
    const { path, file } = await fileWith(null);
    expect(await file.metadata()).toBeNull();
    await replace(path, database('late'));
    const found = await Promise.all(Array.from({ length: 12 }, () => file.find('1.0.0.1')));
    expect(found).toEqual(Array.from({ length: 12 }, () => ({ name: 'late' })));
  });
});

test('reads a malformed file only once until it changes', async () => {
  const whole = database('whole');
  const { path, file, later } = await fileWith(Buffer.alloc(whole.length));
  const noon = new Date('2026-06-05T12:00:00Z');
  await utimes(path, noon, noon);
  expect(await file.open()).toBeNull();
  later();
  // To the file system it is still the same file: only reading it again would show the difference.
  await writeFile(path, whole);
  await utimes(path, noon, noon);
  expect(await file.open()).toBeNull();
  expect(file.problem()).toContain('no metadata');
  await replace(path, whole);
  expect(await file.find('1.0.0.1')).toEqual({ name: 'whole' });
});

test('does not read a file that is being written at every lookup', async () => {
  const { path, file, later } = await fileWith(Buffer.from('no database'));
  expect(await file.open()).toBeNull();
  await replace(path, database('whole'));
  expect(await file.open()).toBeNull();
  later();
  expect(await file.find('1.0.0.1')).toEqual({ name: 'whole' });
});
