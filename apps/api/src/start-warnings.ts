import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isOnLoopback } from './accounts/settings.ts';
import type { Config } from './config.ts';
import { prepareFolder } from './stores/embedded-database.ts';

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
    ...((await isPossible(prepareFolder(config.accounts.dataDir)))
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
      (await isPossible(access(path, constants.R_OK))) ? [] : [`${variable}: ${path} cannot be read.`],
    ),
  );
  return warnings.flat();
}

const isPossible = (attempt: Promise<void>) =>
  attempt.then(
    () => true,
    () => false,
  );
