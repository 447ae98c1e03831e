import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programArguments } from '@sonde/lab';
import { expect, it, onTestFinished } from 'vitest';
import { readSetFiles, writeSetFile } from './set-file.ts';

const program = fileURLToPath(new URL('../testing/write-set-file.ts', import.meta.url));
const copy = (text: string) => ({ date: text, fetchedAt: text, text });

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'sonde-set-file-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

it('has a whole copy after a kill at every step, and the next update succeeds', async () => {
  const started = await programArguments(program);
  const seen: string[] = [];
  for (let step = 1; ; step += 1) {
    const dataFolder = await folder();
    await writeSetFile(dataFolder, 'a-set', copy('1'));
    const { status, signal } = spawnSync(process.execPath, [...started, dataFolder, '2', String(step)]);
    const texts = (await readSetFiles(dataFolder, 'a-set')).map(({ text }) => text);
    expect(['1', '2'], `after step ${step}`).toContain(texts[0]);
    seen.push(texts[0] ?? '');
    if (status === 0) break;
    expect(signal).toBe('SIGKILL');
    await writeSetFile(dataFolder, 'a-set', copy('3'));
    expect((await readSetFiles(dataFolder, 'a-set'))[0]?.text).toBe('3');
  }
  // Killed before and after the moment of the swap.
  expect([...new Set(seen)]).toEqual(['1', '2']);
  expect(seen.length).toBeGreaterThan(8);
});

it('removes what a killed process has left, after an hour', async () => {
  const dataFolder = await folder();
  await writeSetFile(dataFolder, 'a-set', copy('1'));
  const [old, recent] = ['1', '2'].map((pid) => join(dataFolder, 'sets', `a-set.json.${pid}.part`));
  for (const path of [old, recent]) await writeFile(path ?? '', 'half');
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(old ?? '', twoHoursAgo, twoHoursAgo);
  await writeSetFile(dataFolder, 'a-set', copy('2'));
  expect(await readdir(join(dataFolder, 'sets'))).toEqual(['a-set.json', 'a-set.json.2.part', 'a-set.previous.json']);
});
