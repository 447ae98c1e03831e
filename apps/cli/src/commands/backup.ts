import type { BackupAction, CliContext } from '../cli-context.ts';
import { EXIT, WRONG_USAGE } from '../exit-status.ts';
import type { Arguments } from '../input/arguments.ts';
import { generalOptions } from '../input/option.ts';
import { printable } from '../print/printable.ts';
import { defineCommand, type Read } from './command.ts';

const options = [{ heading: 'Options:', options: generalOptions }];

const statuses = (done: string) =>
  [['0', done], ['1', 'nothing was changed; standard error says why'], WRONG_USAGE] as const;

export const backupCommand = defineCommand<string>({
  name: 'backup',
  summary: 'Copy the store of a server with its secret and signing key into a new folder',
  words: 'DIR',
  details: [
    [
      'Description:',
      [
        'Reads the same variables as the server: SONDE_DATA_DIR, or DATABASE_URL with SONDE_SECRET. The server may be running.',
        'Keep DIR secret: it holds addresses, hashes of passwords, and the keys of sessions and signatures.',
        'Data that is downloaded again, such as lists of registries, is not copied.',
      ],
    ],
  ],
  options,
  statuses: statuses('everything was copied'),
  examples: ['SONDE_DATA_DIR=/var/lib/sonde sonde backup /backup/sonde-2026-11-28'],
  offered: () => 'files',
  read: readFolder('backup'),
  run: (folder, context) => runProgram('backup', folder, context),
});

export const restoreCommand = defineCommand<string>({
  name: 'restore',
  summary: 'Restore a backup into an empty data folder, or into an empty database',
  words: 'DIR',
  details: [
    [
      'Description:',
      [
        'Restores into SONDE_DATA_DIR, or into PostgreSQL if DATABASE_URL is set, also from a backup of the other kind. Stop the server first.',
        'With DATABASE_URL, start the servers with the secret of the backup: SONDE_SECRET_FILE=DIR/secret.',
        'Nothing is ever overwritten.',
      ],
    ],
  ],
  options,
  statuses: statuses('everything was restored'),
  examples: ['SONDE_DATA_DIR=/var/lib/sonde sonde restore /backup/sonde-2026-11-28'],
  offered: () => 'files',
  read: readFolder('restore'),
  run: (folder, context) => runProgram('restore', folder, context),
});

function readFolder(name: BackupAction): (args: Arguments) => Read<string> {
  return ({ words: [folder, ...rest] }) =>
    folder === undefined || folder === '' || rest.length > 0
      ? { problem: `${name} takes one folder.` }
      : { asked: folder };
}

async function runProgram(
  action: BackupAction,
  folder: string,
  { env, signal, openBackup, out, err }: CliContext,
): Promise<number> {
  const run = await openBackup();
  if (run === null) {
    err('sonde: The server is not built yet: run npm run build.');
    return EXIT.failure;
  }
  try {
    const { status, said } = await run(action, folder, env, signal);
    if (status === 'done') out(printable(said[0] ?? ''));
    for (const line of status === 'done' ? said.slice(1) : said) err(`sonde: ${printable(line)}`);
    return { done: EXIT.answer, refused: EXIT.failure, misconfigured: EXIT.usage }[status];
  } catch (error) {
    if (!signal.aborted) throw error;
    return EXIT.interrupted;
  }
}
