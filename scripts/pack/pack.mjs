import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from '../ready/run-command.mjs';
import { Sentence } from '../ready/sentence.mjs';
import { stageCommand } from './command.mjs';
import { stageData } from './data.mjs';
import { stageLibraries } from './libraries.mjs';

/**
 * Packs the publishable packages into `folder`, as npm would publish them. They are staged in a folder of their own,
 * because npm cannot replace fields of a manifest when it packs, and the workspaces export sources.
 * @param {string} folder
 * @param {{hasData?: boolean}} options without the databases it takes a third of the time.
 * @returns {Promise<{name: string, file: string, bytes: number}[]>}
 */
export async function pack(folder, { hasData = true } = {}) {
  const stage = mkdtempSync(join(tmpdir(), 'sonde-pack-'));
  try {
    const data = hasData ? [stageData(stage)] : [];
    const programs = await Promise.all([stageLibraries(stage), stageCommand(stage)]);
    const staged = [...data, ...programs.flat()];
    mkdirSync(folder, { recursive: true });
    return await tarballsOf(staged, folder);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

async function tarballsOf(staged, folder) {
  const args = ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder, ...staged];
  const { code, output } = await runNpm(args);
  // npm may print warnings about its configuration first.
  const json = output.slice(output.indexOf('[\n'));
  if (code !== 0 || !json.startsWith('[')) throw new Sentence(`npm pack failed: ${output.trim().split('\n').at(-1)}`);
  return JSON.parse(json).map(({ name, filename }) => {
    const file = join(folder, filename);
    return { name, file, bytes: statSync(file).size };
  });
}
