import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { LocalData } from '@sonde/probes';
import { isOnLoopback } from './accounts/settings.ts';
import type { Config } from './config.ts';
import { prepareFolder } from './stores/embedded-database.ts';

type Databases = Pick<LocalData['geo']['databases'], 'state'>;

/** What an operator should know when the server starts, a sentence each. Nothing of it keeps it from serving. */
export async function startWarnings(config: Config, databases: Databases): Promise<string[]> {
  const { smtpUrl, firebase, firebaseEmulator } = config.accounts;
  return [
    ...config.unknownVariables.map((name) => `${name} is no variable of this server: is it misspelled?`),
    ...(smtpUrl !== null && firebase === null && config.publicUrl === null
      ? ['SONDE_SMTP_URL is set and SONDE_PUBLIC_URL is not: links in mails lead to where this process listens.']
      : []),
    ...(isReachedByName(config)
      ? [
          'Neither SONDE_PUBLIC_URL nor SONDE_HOSTS is set: under a host name this server answers 421, under its addresses as ever.',
        ]
      : []),
    ...(firebaseEmulator !== null && !isOnLoopback(firebaseEmulator)
      ? ['SONDE_FIREBASE_EMULATOR is not on this machine: its unsigned tokens are not taken.']
      : []),
    ...(await databaseProblems(config, databases)),
    ...(await unreadableWords(config)),
    ...((await isPossible(prepareFolder(config.accounts.dataDir)))
      ? []
      : [
          'The folder of SONDE_DATA_DIR cannot be written to: no account can be kept there, and no copy of a register.',
        ]),
  ];
}

/** Whoever listens for others, and not behind a proxy on the same machine, is most likely called by a name. */
function isReachedByName({ listen, publicUrl, hosts }: Config): boolean {
  if (publicUrl !== null || hosts.length > 0 || 'path' in listen) return false;
  return !isOnLoopback(`http://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}`);
}

/** Databases that are missing or damaged, and why; they may come later, and are read when they are there. */
async function databaseProblems({ data }: Config, databases: Databases): Promise<string[]> {
  // Those that come with the product are opened when somebody needs them.
  if (data.geoCityFiles === null && data.geoAsnFiles === null) return [];
  const isOperators = { city: data.geoCityFiles !== null, asn: data.geoAsnFiles !== null };
  const states = (await databases.state()).filter(({ database }) => isOperators[database]);
  return states.flatMap(({ database, problem }) =>
    problem === null ? [] : [`SONDE_GEO_${database === 'city' ? 'CITY' : 'ASN'}_DB: ${problem}.`],
  );
}

/** It may come later: it is read when it is there. */
async function unreadableWords({ data: { wordFile } }: Config): Promise<string[]> {
  if (wordFile === null || (await isPossible(access(wordFile, constants.R_OK)))) return [];
  return [`SONDE_WORDLIST: ${wordFile} cannot be read.`];
}

const isPossible = (attempt: Promise<void>) =>
  attempt.then(
    () => true,
    () => false,
  );
