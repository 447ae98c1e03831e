import * as disk from 'node:fs/promises';
import { writeSetFile } from '../data-sets/set-file.ts';

/*
 * Writes a copy of a data set, and is killed without warning before one operation of the file system: `FOLDER TEXT STEP`. Ends
 * with 0 if there are fewer operations.
 */
const [folder = '', text = '', step = '0'] = process.argv.slice(2);
let done = 0;

function dieAt(): void {
  done += 1;
  if (done === Number(step)) process.kill(process.pid, 'SIGKILL');
}

const counted = <Values extends unknown[], Result>(run: (...values: Values) => Promise<Result>) => {
  return async (...values: Values): Promise<Result> => {
    dieAt();
    const result = await run(...values);
    if (typeof result === 'object' && result !== null && 'writeFile' in result) countHandle(result);
    return result;
  };
};

/** The operations of an open file count as well; half of the text is on the disk when the first one is due. */
function countHandle(handle: object): void {
  const file = handle as disk.FileHandle;
  const [write, sync, close] = [file.writeFile.bind(file), file.sync.bind(file), file.close.bind(file)];
  file.writeFile = async (content) => {
    await file.write(String(content).slice(0, String(content).length / 2), 0);
    dieAt();
    await file.truncate(0);
    await write(content);
  };
  file.sync = counted(sync);
  file.close = counted(close);
}

await writeSetFile(
  folder,
  'a-set',
  { date: text, fetchedAt: text, text },
  {
    ...disk,
    mkdir: counted(disk.mkdir) as typeof disk.mkdir,
    open: counted(disk.open),
    copyFile: counted(disk.copyFile),
    rename: counted(disk.rename),
    stat: counted(disk.stat) as typeof disk.stat,
    readdir: counted(disk.readdir as never) as typeof disk.readdir,
  },
);
