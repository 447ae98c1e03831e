import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWordFile } from './word-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-words-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('reads words in order, each once, without comments', async () => {
  const path = join(folder, 'words');
  await writeFile(path, '# my words\nWWW\r\nmail # post\n\nwww\napi.dev');
  expect(await createWordFile(path)()).toEqual(['www', 'mail', 'api.dev']);
});

it('reads a file again when it has changed', async () => {
  const path = join(folder, 'changing');
  await writeFile(path, 'one');
  const words = createWordFile(path);
  expect(await words()).toEqual(['one']);
  await writeFile(path, 'two');
  await utimes(path, 1, 1);
  expect(await words()).toEqual(['two']);
});

it('has none without a file, and rejects for one that is missing or too large', async () => {
  expect(await createWordFile(null)()).toBeNull();
  await expect(createWordFile(join(folder, 'nothing'))()).rejects.toThrow('ENOENT');
  const path = join(folder, 'large');
  await writeFile(path, 'a');
  await truncate(path, 20 * 1024 * 1024);
  await expect(createWordFile(path)()).rejects.toThrow(RangeError);
});
