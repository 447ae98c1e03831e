/** `write-map-cells.ts FOLDER`: writes the cells of the map into the folder, and prints their hash and keys. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { makeMapCells } from './map-cells.ts';
import { cellFileName, type WrittenCells } from './written-cells.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('The folder is missing.');
const { cells, hash } = await makeMapCells();
mkdirSync(folder, { recursive: true });
for (const [key, content] of cells) {
  // Synchronous, because a cell takes less time than a thread to ask. By gzip only: by Brotli they are no smaller.
  writeFileSync(folder + cellFileName(key, hash), content);
  writeFileSync(`${folder}${cellFileName(key, hash)}.gz`, gzipSync(content));
}
const written: WrittenCells = { hash, keys: [...cells.keys()] };
process.stdout.write(JSON.stringify(written));
