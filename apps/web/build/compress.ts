import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Not fonts, which are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg|json)$/;

/** For the thousand files of the map: the best quality would take half a minute to save a few bytes. */
const CELL_QUALITY = 9;

/** Writes `.br` and `.gz` beside every asset, so that the server never compresses one. */
export async function compressAssets(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(directory + name);
      const quality = name.startsWith('map-') ? CELL_QUALITY : 11;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await writeFile(`${directory}${name}.br`, await brotli(bytes, { params }));
      await writeFile(`${directory}${name}.gz`, await deflate(bytes, { level: 9 }));
    }),
  );
}
