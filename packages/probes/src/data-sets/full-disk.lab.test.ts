import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@sonde/lab';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSetFiles, writeSetFile } from './set-file.ts';
import { unpackDatabase } from './unpack-database.ts';

/** A file system of 128 kB. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-full-'));
  await mkdir(join(folder, 'sets'));
  await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', join(folder, 'sets')]);
});
afterEach(async () => {
  await runCommand('umount', [join(folder, 'sets')]);
  await rm(folder, { recursive: true });
});

const file = (day: number, octets: number) => ({
  date: `2026-11-0${day}T00:00:00.000Z`,
  fetchedAt: '2026-11-24T00:00:00.000Z',
  text: 'x'.repeat(octets),
});

test('a full disk leaves the copies at hand, and no parts', async () => {
  await writeSetFile(folder, 'some', file(1, 30_000));
  await writeSetFile(folder, 'some', file(2, 30_000));
  // Room for the new content, but not for the copy of the one before it; then for neither.
  for (const octets of [60_000, 200_000]) {
    await expect(writeSetFile(folder, 'some', file(3, octets))).rejects.toThrow('ENOSPC');
    expect((await readSetFiles(folder, 'some')).map(({ date }) => date.slice(0, 10))).toEqual([
      '2026-11-02',
      '2026-11-01',
    ]);
    expect(await readdir(join(folder, 'sets'))).toEqual(['some.json', 'some.previous.json']);
  }
});

test('a database that does not fit is refused', async () => {
  await writeFile(join(folder, 'sets', 'other'), Buffer.alloc(50_000));
  async function* body() {
    for (let sent = 0; sent < 20; sent += 1) yield Buffer.alloc(10_000);
  }
  await expect(unpackDatabase(body(), join(folder, 'sets', 'a.part'), 1e6)).rejects.toThrow(
    'The folder of SONDE_DATA_DIR cannot be written to: ENOSPC.',
  );
  expect((await stat(join(folder, 'sets', 'other'))).size).toBe(50_000);
});
