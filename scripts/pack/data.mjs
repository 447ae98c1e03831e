import { readdirSync } from 'node:fs';
import { root } from '../ready/run-command.mjs';
import { isOutline } from './command.mjs';
import { copyInto, readManifest, stagePackage } from './stage.mjs';

/** The databases compiled by a build. They are many times as large as the programs, which work without them. */
export function stageData(stage) {
  const folder = stagePackage(stage, {
    name: '@sonde/data',
    version: readManifest('.').version,
    description: 'Databases for Sonde: networks by address, registry of MAC addresses, outlines of countries',
    // The programs' licence does not apply to the databases: the README names that of each.
    license: 'MIT AND CC-BY-4.0',
    files: ['*.mmdb', '*.br', 'web'],
    exports: { './package.json': './package.json' },
  });
  for (const name of ['asn.mmdb', 'mac-registry.txt.br']) copyInto(folder, `packages/probes/dist/${name}`, name);
  const assets = 'apps/web/dist/assets';
  for (const name of readdirSync(`${root}/${assets}`).filter(isOutline)) {
    copyInto(folder, `${assets}/${name}`, `web/assets/${name}`);
  }
  copyInto(folder, 'scripts/pack/data-readme.md', 'README.md');
  return folder;
}
