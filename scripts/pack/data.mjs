import { readdirSync } from 'node:fs';
import { root } from '../ready/run-command.mjs';
import { copyInto, readManifest, stagePackage } from './stage.mjs';

const ASSETS = 'apps/web/dist/assets';
/** The detailed map, of which a browser fetches a few files of the thousand. */
export const isMapCell = (name) => /^map-[\d-]+-[\da-f]+\.json$/.test(name);

/** The databases that a build compiles. They are many times as big as the programs, which work without them. */
export function stageData(stage) {
  const folder = stagePackage(stage, {
    name: '@sonde/data',
    version: readManifest('.').version,
    description: 'Databases for Sonde: networks by address, registry of MAC addresses, detailed map',
    files: ['*.mmdb', '*.br', 'map'],
    exports: { './package.json': './package.json' },
  });
  for (const name of ['asn.mmdb', 'mac-registry.txt.br']) copyInto(folder, `packages/probes/dist/${name}`, name);
  for (const name of readdirSync(`${root}/${ASSETS}`).filter(isMapCell)) {
    copyInto(folder, `${ASSETS}/${name}`, `map/${name}`);
  }
  copyInto(folder, 'scripts/pack/data-readme.md', 'README.md');
  return folder;
}
