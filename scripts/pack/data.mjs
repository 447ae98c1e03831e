import { copyInto, readManifest, stagePackage } from './stage.mjs';

/** The databases that a build compiles. They are many times as big as the programs, which work without them. */
export function stageData(stage) {
  const folder = stagePackage(stage, {
    name: '@sonde/data',
    version: readManifest('.').version,
    description: 'Databases for Sonde: networks by address, registry of MAC addresses',
    files: ['*.mmdb', '*.br'],
    exports: { './package.json': './package.json' },
  });
  for (const name of ['asn.mmdb', 'mac-registry.txt.br']) copyInto(folder, `packages/probes/dist/${name}`, name);
  copyInto(folder, 'scripts/pack/data-readme.md', 'README.md');
  return folder;
}
