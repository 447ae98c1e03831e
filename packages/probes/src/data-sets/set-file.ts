import { createHash } from 'node:crypto';
import * as disk from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A compiled copy of a data set in the data folder. */
export interface SetFile {
  /** When the publisher made it, ISO 8601. */
  readonly date: string;
  /** When it was fetched, ISO 8601. */
  readonly fetchedAt: string;
  readonly text: string;
}

/** The operations of the file system that a swap needs; tests stop or fail each of them. */
export type Disk = Pick<typeof disk, 'mkdir' | 'open' | 'copyFile' | 'rename' | 'rm' | 'readdir' | 'stat'>;

const FORMAT = 1;
/** Far above every compiled set: limits the memory that a wrong file can use. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** A part older than this belongs to a process that has ended. */
const ABANDONED_MS = 60 * 60_000;

export const currentPath = (folder: string, id: string): string => join(folder, 'sets', `${id}.json`);
const previousPath = (folder: string, id: string) => join(folder, 'sets', `${id}.previous.json`);

/** The copies in the data folder, the current one first; damaged and missing ones are left out. */
export async function readSetFiles(folder: string, id: string): Promise<SetFile[]> {
  const read = await Promise.all([currentPath(folder, id), previousPath(folder, id)].map(readSetFile));
  return read.filter((one) => one !== null);
}

async function readSetFile(path: string): Promise<SetFile | null> {
  try {
    const { size } = await disk.stat(path);
    if (size > MAX_FILE_BYTES) return null;
    const { format, sha256, date, fetchedAt, text } = JSON.parse(await disk.readFile(path, 'utf8')) as Record<
      string,
      unknown
    >;
    if (format !== FORMAT || typeof date !== 'string' || typeof fetchedAt !== 'string' || typeof text !== 'string')
      return null;
    return sha256 === sha256Of(text) ? { date, fetchedAt, text } : null;
  } catch {
    return null;
  }
}

/** Replaces the current copy and keeps the one before it. @throws the error of the file system, with everything unchanged */
export async function writeSetFile(folder: string, id: string, file: SetFile, on: Disk = disk): Promise<void> {
  const content = JSON.stringify({ format: FORMAT, sha256: sha256Of(file.text), ...file });
  await replaceFile(currentPath(folder, id), previousPath(folder, id), content, on);
}

/** New content that is complete and on the disk, in the folder of the file that it replaces; its name ends in `.part`. */
export interface WrittenPart {
  readonly path: string;
}

/**
 * Replaces a file and keeps the one before it. The new content is complete and on the disk before it gets its name, so whenever
 * the process or the machine stops, one whole copy is current.
 * @throws the error of the file system, with the current file unchanged
 */
export async function replaceFile(
  current: string,
  previous: string,
  content: string | Buffer | WrittenPart,
  on: Disk = disk,
): Promise<void> {
  const folder = dirname(current);
  const isWritten = typeof content === 'object' && 'path' in content;
  const parts = {
    next: isWritten ? content.path : `${current}.${process.pid}.part`,
    last: `${previous}.${process.pid}.part`,
  };
  await on.mkdir(folder, { recursive: true });
  await removeAbandoned(folder, on);
  try {
    if (!isWritten) await writeDurably(parts.next, content, on);
    // Copied instead of moved: there is never a moment without a current file.
    if (await exists(current, on)) {
      await on.copyFile(current, parts.last);
      await on.rename(parts.last, previous);
    }
    await on.rename(parts.next, current);
  } catch (error) {
    await Promise.all(Object.values(parts).map((path) => on.rm(path, { force: true }).catch(() => {})));
    throw error;
  }
  await syncFolder(folder, on);
}

async function writeDurably(path: string, content: string | Buffer, on: Disk): Promise<void> {
  const handle = await on.open(path, 'w', 0o644);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new names durable; some systems do not let folders be opened. */
async function syncFolder(path: string, on: Disk): Promise<void> {
  const handle = await on.open(path, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close().catch(() => {});
}

async function removeAbandoned(folder: string, on: Disk): Promise<void> {
  const names = await on.readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.part'))) {
    const path = join(folder, name);
    const found = await on.stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS) await on.rm(path, { force: true }).catch(() => {});
  }
}

const exists = (path: string, on: Disk) =>
  on.stat(path).then(
    () => true,
    () => false,
  );

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
