/** `write-map-cells.ts FOLDER`: writes the cells of the map into the folder, and prints their hash and keys. */
import { mkdir } from 'node:fs/promises';
import { writeCompressed } from './compress.ts';
import { makeMapCells } from './map-cells.ts';
import { cellFileName, type WrittenCells } from './written-cells.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('The folder is missing.');
const { cells, hash } = await makeMapCells();
await mkdir(folder, { recursive: true });
for (const [key, content] of cells) await writeCompressed(folder, cellFileName(key, hash), content);
const written: WrittenCells = { hash, keys: [...cells.keys()] };
process.stdout.write(JSON.stringify(written));
