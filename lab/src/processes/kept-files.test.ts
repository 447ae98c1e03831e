import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { putKept } from './kept-files.ts';

let kept: string;
let made: number;
beforeEach(() => {
  kept = `${mkdtempSync(join(tmpdir(), 'sonde-kept-'))}/`;
  made = 0;
  onTestFinished(() => rmSync(kept, { recursive: true }));
});

function target(name: string): string {
  const folder = join(kept, name);
  mkdirSync(folder);
  return folder;
}

/** Writes how often it was called. */
async function make(folder: string): Promise<void> {
  writeFileSync(join(folder, 'key'), `${++made}`);
}
const read = (folder: string) => readFileSync(join(folder, 'key'), 'utf8');

test('what depends on the same is made once, and copied to where it is needed', async () => {
  const [one, two, other] = [target('one'), target('two'), target('other')];
  writeFileSync(join(two, 'before'), '');
  await putKept(['rsa', '2048'], one, make, kept);
  await putKept(['rsa', '2048'], two, make, kept);
  await putKept(['rsa 2048'], other, make, kept);
  expect([one, two, other].map(read)).toEqual(['1', '1', '2']);
  expect(readdirSync(two).sort()).toEqual(['before', 'key']);
  writeFileSync(join(one, 'key'), 'changed');
  const three = target('three');
  await putKept(['rsa', '2048'], three, make, kept);
  expect(read(three)).toBe('1');
});

test('several may ask at the same time, and all get the same', async () => {
  const folders = ['one', 'two', 'three'].map(target);
  await Promise.all(folders.map((folder) => putKept(['key'], folder, make, kept)));
  expect(new Set(folders.map(read)).size).toBe(1);
});

test('nothing is kept of what could not be made', async () => {
  const failing = async (folder: string) => {
    await make(folder);
    throw new Error('no entropy');
  };
  const folder = target('one');
  await expect(putKept(['key'], folder, failing, kept)).rejects.toThrow('no entropy');
  expect(readdirSync(kept)).toEqual(['one']);
  await putKept(['key'], folder, make, kept);
  expect(read(folder)).toBe('2');
});
