import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../ready/run-command.mjs';

export const readManifest = (path) => JSON.parse(readFileSync(`${root}/${path}/package.json`, 'utf8'));

/** What every package says about itself: the same as the repository. */
function commonFields() {
  const { license, engines } = readManifest('.');
  return { license, type: 'module', engines, ...repositoryFields(process.env) };
}

/** Where it is published from, as the service that builds it says: npm compares this with the proof of origin. */
function repositoryFields({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  if (!server || !repository) return {};
  const address = `${server}/${repository}`;
  return {
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: 'git', url: `git+${address}.git` },
  };
}

/** Makes the folder of a package with its manifest and licence, and returns its path. */
export function stagePackage(stage, manifest) {
  const folder = join(stage, manifest.name.replace('/', '-'));
  mkdirSync(folder, { recursive: true });
  const { name, version, description, ...rest } = manifest;
  const fields = { name, version, description, ...commonFields(), ...rest };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(fields, null, 2)}\n`);
  copyFileSync(`${root}/LICENSE`, join(folder, 'LICENSE'));
  return folder;
}

/** Copies a file of the repository to a path in a staged package. */
export function copyInto(folder, from, to) {
  const path = join(folder, to);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(`${root}/${from}`, path);
}
