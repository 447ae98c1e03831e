import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { startAnnounced } from '../lab/src/announced-process.ts';
import { programArguments } from '../lab/src/processes/program-arguments.ts';
import { environment, expect, test as plain } from './fixtures.ts';
import { startSonde } from './serve.ts';
import { open } from './site.ts';
import { longUnless } from './test-set.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What a terminal or a reader is misled by; line ends are layout. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/;

/** A server with one place, whose agent puts markup, formulas and control characters into all texts of its answers. */
const test = plain.extend<object, { readonly hostile: string }>({
  hostile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'sonde-hostile-'));
      const env = {
        SONDE_PLACES: 'on',
        SONDE_DATA_DIR: folder,
        SONDE_RESOLVERS: environment('SONDE_E2E_RESOLVER'),
      };
      const add = ['apps/cli/dist/sonde.js', 'places', 'add', 'Bad', '--yes'];
      const options = { cwd: root, env: { ...env, PATH: process.env['PATH'] } };
      const { stdout } = await promisify(execFile)(process.execPath, add, options);
      const code = /15 minutes: (\S+)/.exec(stdout)?.[1] ?? '';
      const sonde = await startSonde(env);
      const program = await programArguments(join(root, 'apps/cli/src/testing/hostile-agent.ts'));
      const args = [...program, sonde.url.replace(/\/$/, ''), code];
      const agent = await startAnnounced(process.execPath, args, { on: 'stdout', line: /^(ready)$/, cwd: root });
      await use(sonde.url.replace(/\/$/, ''));
      await agent.stop();
      await sonde.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'default' });

/** Nothing of the answer has become an element or was executed; all of it can be read. */
async function expectOnlyText(page: Page): Promise<void> {
  await expect(page.locator('[data-hostile]')).toHaveCount(0);
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
  const text = await page.evaluate(() => document.body.innerText);
  expect(text).toContain('<img data-hostile');
  expect(text).not.toMatch(CONTROL);
}

for (const tool of ['dns', 'mail', 'delegation']) {
  test(
    `nothing of a hostile answer of ${tool} becomes markup`,
    longUnless(tool === 'dns'),
    async ({ page, hostile }) => {
      await page.addInitScript(() => localStorage.setItem('sonde.places', 'bad'));
      await open(page, `${hostile}/${tool}`);
      await expect(page.getByText('From: this server and Bad')).toBeVisible();
      await page.locator('form input[name="domain"]').fill('plain.test');
      await page.keyboard.press('Enter');
      const panel = page.getByRole('region', { name: 'From other places' });
      await expect(panel.getByRole('status')).not.toHaveText(/have ended/);
      await expect(panel).toContainText('<img data-hostile');
      await expectOnlyText(page);
    },
  );
}

test('neither page nor file of a list from a hostile place has markup, formulas or control characters', async ({
  page,
  hostile,
}) => {
  await open(page, `${hostile}/lists`);
  await page.getByRole('combobox', { name: 'Tool' }).selectOption('dns');
  await page.getByText('From: this server').click();
  await page.getByRole('checkbox', { name: 'Bad' }).check();
  await expect(page.getByText('From: this server and Bad')).toBeVisible();
  await page.getByRole('textbox', { name: 'Names and addresses' }).fill('plain.test');
  await page.getByRole('button', { name: 'Check 1 target' }).click();
  const table = page.getByRole('region', { name: 'Targets of the list' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table).toContainText('<img data-hostile');
  await expectOnlyText(page);
  const fileOf = async (format: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: `Download ${format}` }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  const cells = (parse(await fileOf('CSV')) as string[][]).flat();
  expect(cells.join()).toContain('<img data-hostile');
  expect(cells.filter((cell) => /^\s*[=+@]/.test(cell))).toEqual([]);
  // Code spans: no renderer makes markup of them.
  expect((await fileOf('Markdown')).replace(/(`+).*?\1/gs, '')).not.toContain('<img');
});
