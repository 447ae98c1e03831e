import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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
  makeFolder(folder);
  const stage = mkdtempSync(join(tmpdir(), 'sonde-pack-'));
  try {
    const data = hasData ? [stageData(stage)] : [];
    const programs = await Promise.all([stageLibraries(stage), stageCommand(stage)]);
    const staged = [...data, ...programs.flat()];
    return await tarballsOf(staged, folder);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch ({ code }) {
    throw new Sentence(
      `Packages cannot be written to ${folder} (${code}): npm run pack -- FOLDER writes to another one.`,
    );
  }
}

async function tarballsOf(staged, folder) {
  const args = ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder, ...staged];
  const { code, output } = await runNpm(args);
  // npm may print warnings about its configuration first.
  const [json] = /^[[{]\n.*/ms.exec(output) ?? [''];
  if (code !== 0 || !json.startsWith('[')) throw new Sentence(`npm pack failed: ${reasonIn(json) ?? output.trim()}`);
  return JSON.parse(json).map(({ name, filename }) => {
    const file = join(folder, filename);
    return { name, file, bytes: statSync(file).size };
  });
}

/** Why npm failed, which it says in the form that it was asked for. */
function reasonIn(json) {
  try {
    return JSON.parse(json).error.summary;
  } catch {
    return null;
  }
}
