import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPreloadFile } from './preload-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-preload-'));
});
afterAll(() => rm(folder, { recursive: true }));

const listOf = (name: string) => `// list\n{ "entries": [ { "name": "${name}", "mode": "force-https" } ] }`;

test('without a file there is no list', async () => {
  expect(await createPreloadFile(null)()).toBeNull();
});

test('a file is read again when it has changed, and only then', async () => {
  const path = join(folder, 'list.json');
  await writeFile(path, listOf('a.example'));
  const read = createPreloadFile(path);
  const first = await read();
  expect(first?.entryFor('a.example')).toEqual({ name: 'a.example', includesSubdomains: false });
  expect(await read()).toBe(first);
  await writeFile(path, listOf('b.example'));
  await utimes(path, 1, 1);
  expect((await read())?.entryFor('b.example')?.name).toBe('b.example');
});

test('a missing file, another one, and one that is too large are refused', async () => {
  const path = join(folder, 'other');
  await expect(createPreloadFile(join(folder, 'nowhere'))()).rejects.toThrow('ENOENT');
  await writeFile(path, 'an error page of a download server');
  await expect(createPreloadFile(path)()).rejects.toThrow('not Chromium’s list');
  await truncate(path, 64 * 1024 * 1024 + 1);
  await expect(createPreloadFile(path)()).rejects.toThrow('larger than');
});
