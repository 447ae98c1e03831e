import { existsSync, readFileSync } from 'node:fs';
import { root, runNpm } from '../ready/run-command.mjs';
import { Sentence } from '../ready/sentence.mjs';

const FOLDER = `${root}/e2e/firebase`;

/**
 * Firebase's emulator and its 600 packages have a lock file of their own, and are installed only if browser tests run.
 */
export async function provideFirebaseEmulator() {
  const wanted = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8')).dependencies['firebase-tools'];
  const manifest = `${FOLDER}/node_modules/firebase-tools/package.json`;
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted) return;
  console.log("Installing Firebase's auth emulator…");
  const { code, output } = await runNpm(['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Sentence(`Firebase's emulator could not be installed: ${output.trim().split('\n').at(-1)}`);
}
