// `npm run fonts -w @sonde/web`: reduces the two variable fonts to what the interface writes, after an update of the fonts or
// of this script. The results are in the repository, because to make them is a tenth of the work of a whole build.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);
const outDir = process.argv[2] ?? fileURLToPath(new URL('../src/styles/fonts', import.meta.url));

const fonts = [
  {
    name: 'geist',
    file: '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
    weights: [400, 700],
    features: ['kern', 'tnum', 'ccmp', 'mark'],
  },
  {
    name: 'geist-mono',
    file: '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
    weights: [400, 600],
    features: ['ccmp', 'mark'],
  },
];

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));

/**
 * Each font is two files, divided by `unicode-range` in `fonts.css`: pages without an answer need only ASCII and the
 * punctuation of our texts. Latin-1 and arrows are loaded when a text first contains one.
 */
const parts = [
  { ending: '', characters: [...range(0x20, 0x7e), ...'\u00a0©·–—‘’“”•…'].join('') },
  { ending: '-latin1', characters: [...range(0xa1, 0xff), ...'−←↑→↓✕⌘'].filter((one) => !'©·'.includes(one)).join('') },
];

await mkdir(outDir, { recursive: true });
for (const { name, file, weights, features } of fonts) {
  const source = resolve(file);
  const [min, max] = weights;
  for (const { ending, characters } of parts) {
    const subset = await subsetFont(await readFile(source), characters, {
      targetFormat: 'woff2',
      keepFeatures: features,
      noHinting: true,
      variationAxes: { wght: { min, max, default: 400 } },
    });
    await writeFile(`${outDir}/${name}${ending}.woff2`, subset);
  }
}
