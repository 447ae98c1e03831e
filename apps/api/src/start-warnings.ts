import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isOnLoopback } from './accounts/settings.ts';
import type { Config } from './config.ts';

/** What an operator should know when the server starts, a sentence each. Nothing of it keeps it from serving. */
export async function startWarnings(config: Config): Promise<string[]> {
  const { smtpUrl, firebase, firebaseEmulator } = config.accounts;
  return [
    ...config.unknownVariables.map((name) => `${name} is no variable of this server: is it misspelled?`),
    ...(smtpUrl !== null && firebase === null && config.publicUrl === null
      ? ['SONDE_SMTP_URL is set and SONDE_PUBLIC_URL is not: links in mails lead to where this process listens.']
      : []),
    ...(firebaseEmulator !== null && !isOnLoopback(firebaseEmulator)
      ? ['SONDE_FIREBASE_EMULATOR is not on this machine: its unsigned tokens are not taken.']
      : []),
    ...(await unreadableFiles(config)),
    ...((await isWritable(resolve(config.accounts.dataDir)))
      ? []
      : [
          'The folder of SONDE_DATA_DIR cannot be written to: no account can be kept there, and no copy of a register.',
        ]),
  ];
}

/** Files that may come later: they are read when they are there. */
async function unreadableFiles({ data }: Config): Promise<string[]> {
  const files = [
    ...(data.geoCityFiles ?? []).map((path) => ['SONDE_GEO_CITY_DB', path] as const),
    ...(data.geoAsnFiles ?? []).map((path) => ['SONDE_GEO_ASN_DB', path] as const),
    ...(data.wordFile === null ? [] : [['SONDE_WORDLIST', data.wordFile] as const]),
  ];
  const warnings = await Promise.all(
    files.map(async ([variable, path]) =>
      (await may(path, constants.R_OK)) ? [] : [`${variable}: ${path} cannot be read.`],
    ),
  );
  return warnings.flat();
}

/** A folder that is not there yet is made when it is needed: what counts is the nearest one above it. */
async function isWritable(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory() && (await may(folder, constants.W_OK | constants.X_OK));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && dirname(folder) !== folder && isWritable(dirname(folder));
  }
}

const may = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  );
