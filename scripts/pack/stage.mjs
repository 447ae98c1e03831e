import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../ready/run-command.mjs';

export const readText = (path) => readFileSync(`${root}/${path}`, 'utf8');
export const readManifest = (path) => JSON.parse(readText(`${path}/package.json`));

/** Fields shared by all packages. */
function commonFields() {
  const { license, engines } = readManifest('.');
  return { license, type: 'module', engines, ...repositoryFields(process.env) };
}

/**
 * The source repository as reported by the service that builds the package: npm compares it with the provenance
 * statement.
 */
function repositoryFields({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  if (!server || !repository) return {};
  const address = `${server}/${repository}`;
  return {
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: 'git', url: `git+${address}.git` },
  };
}

/** Creates the folder of a package with its manifest and licence, and returns its path. */
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
