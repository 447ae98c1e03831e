import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@sonde/lab';
import { expect, onTestFinished, test } from 'vitest';

const kept = fileURLToPath(new URL('fonts', import.meta.url));
const program = fileURLToPath(new URL('../../fonts/subset.mjs', import.meta.url));

test('the fonts in the repository are what the script makes of the installed ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-fonts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await runCommand(process.execPath, [program, folder]);
  const names = await readdir(folder);
  expect(names).toHaveLength(4);
  expect(await readdir(kept)).toEqual(names);
  for (const name of names) {
    expect((await readFile(join(kept, name))).equals(await readFile(join(folder, name))), name).toBe(true);
  }
});
