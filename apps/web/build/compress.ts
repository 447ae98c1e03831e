import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Not fonts, which are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg|json)$/;

const BEST_QUALITY = 11;
/** Of the map's thousand cells, and of the outlines of countries: the best quality would take seconds to save little. */
const CELL_QUALITY = 9;
const OUTLINE_QUALITY = 10;

/** Writes `.br` and `.gz` beside every asset that has none yet, so that the server never compresses one. */
export async function compressAssets(directory: string): Promise<void> {
  const all = await readdir(directory);
  const done = new Set(all);
  const names = all.filter((name) => COMPRESSIBLE.test(name) && !done.has(`${name}.gz`));
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(directory + name);
      await writeFile(`${directory}${name}.br`, await brotli(bytes, { params: brotliParams(name, bytes.length) }));
      await writeFile(`${directory}${name}.gz`, await deflate(bytes, { level: 9 }));
    }),
  );
}

/** The same for a file that is not written yet. Synchronous, because a file of the map takes less time than a thread to ask. */
export async function writeCompressed(path: string, name: string, content: string): Promise<void> {
  const bytes = Buffer.from(content);
  await writeFile(path + name, bytes);
  await writeFile(`${path}${name}.br`, brotliCompressSync(bytes, { params: brotliParams(name, bytes.length) }));
  await writeFile(`${path}${name}.gz`, gzipSync(bytes, { level: 9 }));
}

function brotliParams(name: string, length: number): Record<number, number> {
  // A window as large as the file is enough for it. The default of 4 MB takes more time to clear than a cell to compress.
  const window = Math.ceil(Math.log2(length + 16));
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants;
  return {
    [constants.BROTLI_PARAM_QUALITY]: qualityFor(name),
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(window, least), most),
  };
}

function qualityFor(name: string): number {
  if (name.startsWith('map-')) return CELL_QUALITY;
  return name.startsWith('countries-') ? OUTLINE_QUALITY : BEST_QUALITY;
}
