import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMmdbWriter } from '../../../build/mmdb-writer.ts';
import { toNetworkOrder } from '../../net/guard/ip-address.ts';
import { mapFile } from './mapped-file.ts';
import { createMmdbFile } from './mmdb-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-mapped-'));
});
afterEach(() => rm(folder, { recursive: true }));

const content = Buffer.from(Array.from({ length: 50_000 }, (_, index) => index % 251));
const isMapped = async (path: string) => (await readFile('/proc/self/maps', 'utf8')).includes(path);

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

test('the content is that of the file, and stays so when the file is replaced or removed', async () => {
  const path = await fileOf('data', content);
  const mapped = await mapFile(path);
  await rename(await fileOf('new', Buffer.alloc(10)), path);
  expect(mapped?.equals(content)).toBe(true);
  await rm(path);
  expect(mapped?.equals(content)).toBe(true);
});

test('the mapping ends with its last use', async () => {
  const path = await fileOf('data', content);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const use = async () => {
    expect((await mapFile(path))?.at(300)).toBe(49);
    expect(await isMapped(path)).toBe(true);
  };
  await use();
  await vi.waitFor(
    async () => {
      collect();
      expect(await isMapped(path)).toBe(false);
    },
    { timeout: 10_000 },
  );
});

test('an empty file is not mapped, and a missing one is a failure', async () => {
  expect(await mapFile(await fileOf('empty', Buffer.alloc(0)))).toBeNull();
  await expect(mapFile(join(folder, 'missing'))).rejects.toThrow('ENOENT');
});

test('a database is mapped only if its file is always replaced whole', async () => {
  const writer = createMmdbWriter();
  writer.add(0x0100_0000n, 0x0100_00ffn, { name: 'first' });
  const database = writer.finish({ databaseType: 'Test', description: 'for a test', builtAt: new Date('2026-06-05') });
  for (const isReplacedWhole of [true, false]) {
    const path = await fileOf(`${isReplacedWhole}.mmdb`, database);
    const opened = await createMmdbFile(path, { isReplacedWhole }).open();
    expect(opened?.find(toNetworkOrder('1.0.0.7'))).toEqual({ name: 'first' });
    expect(await isMapped(path)).toBe(isReplacedWhole);
  }
});
