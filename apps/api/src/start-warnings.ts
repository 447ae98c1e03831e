import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createPreloadFile, type LocalData, unknownVariableText } from '@sonde/probes';
import { isOnLoopback } from './accounts/settings.ts';
import type { Config } from './config.ts';
import { serverVariables } from './environment.ts';
import { prepareFolder } from './stores/embedded/embedded-database.ts';

type Databases = Pick<LocalData['geo']['databases'], 'state'>;

const databaseVariables = { city: 'SONDE_GEO_CITY_DB', asn: 'SONDE_GEO_ASN_DB' } as const;

/** Warnings for the operator at startup, one sentence each. The server runs regardless. */
export async function startWarnings(config: Config, databases: Databases): Promise<string[]> {
  return [
    ...config.unknownVariables.map(unknownVariableText),
    ...settingWarnings(config),
    ...(isForStrangers(config) ? strangerWarnings(config) : []),
    ...(await databaseWarnings(config, databases)),
    ...(await fileWarnings(config)),
    ...(await preloadWarnings(config)),
    ...(await dataFolderWarnings(config)),
  ];
}

/** Warnings about settings that make little sense together. */
function settingWarnings(config: Config): string[] {
  const { smtpUrl, firebase, firebaseEmulator } = config.accounts;
  const warnings = [
    [
      smtpUrl !== null && firebase === null && config.publicUrl === null,
      'SONDE_SMTP_URL is set and SONDE_PUBLIC_URL is not: links in mails lead to the address on which this process listens.',
    ],
    [
      isReachedByName(config),
      'Neither SONDE_PUBLIC_URL nor SONDE_HOSTS is set: requests under a host name are answered with 421, those under an address work.',
    ],
    [
      smtpUrl !== null && firebase !== null,
      'SONDE_SMTP_URL is set and SONDE_FIREBASE as well, whose service sends the mails: the server sends none.',
    ],
    [
      config.redisUrl !== null && config.accounts.databaseUrl === null,
      'SONDE_REDIS_URL is set and DATABASE_URL is not: each instance that shares the store has accounts of its own.',
    ],
    [
      config.trustProxy.some((network) => network.endsWith('/0')),
      'SONDE_TRUST_PROXY names all addresses: every client can choose the address under which it is limited.',
    ],
    [config.hasProbe && config.metrics === null, 'SONDE_PROBE is on, but SONDE_METRICS names no listener for it.'],
    [
      config.hasProbe && config.metrics !== null && !isOnLoopback(urlOf(config.metrics.host)),
      'SONDE_PROBE is on, and SONDE_METRICS is not on loopback: whoever reaches it can make lookups without a rate limit.',
    ],
    [
      firebaseEmulator !== null && !isOnLoopback(firebaseEmulator),
      'SONDE_FIREBASE_EMULATOR is not on this machine: its unsigned tokens are not accepted.',
    ],
  ] as const;
  return warnings.filter(([applies]) => applies).map(([, text]) => text);
}

/** Warnings about settings that matter only where others reach the server. */
function strangerWarnings(config: Config): string[] {
  const isEncrypted = config.publicUrl?.startsWith('https:') ?? false;
  const warnings = [
    [
      config.encryptResponses && !isEncrypted,
      'SONDE_ENCRYPT_RESPONSES is on without https in SONDE_PUBLIC_URL: browsers decrypt only on https pages and on localhost.',
    ],
    [
      config.contactEmail === serverVariables.SONDE_CONTACT_EMAIL.default,
      'SONDE_CONTACT_EMAIL is not set: the pages, the privacy policy and security.txt name contact@example.com, where nobody reads.',
    ],
    [
      config.accounts.smtpUrl !== null && config.accounts.mailFrom === serverVariables.SONDE_CONTACT_EMAIL.default,
      'SONDE_MAIL_FROM is not set: mails come from contact@example.com, and most servers refuse them.',
    ],
    [
      config.publicUrl !== null && !isEncrypted && config.accounts.firebase === null,
      'SONDE_PUBLIC_URL is not an https address: passwords and sessions of members can be read on the way.',
    ],
    [
      isEncrypted && config.trustProxy.length === 0 && !('path' in config.listen),
      'SONDE_PUBLIC_URL is an https address, and SONDE_TRUST_PROXY names no proxy: all visitors count as one client.',
    ],
  ] as const;
  return warnings.filter(([applies]) => applies).map(([, text]) => text);
}

/** Whether others than people on this machine are expected. */
function isForStrangers({ listen, publicUrl, hosts, demo }: Config): boolean {
  if (demo !== null) return false;
  if (publicUrl !== null && !isOnLoopback(publicUrl)) return true;
  return hosts.length > 0 || !('path' in listen || isOnLoopback(urlOf(listen.host)));
}

/** Whether the server is probably called by a host name: it listens for other machines, without a proxy on this one. */
function isReachedByName({ listen, publicUrl, hosts }: Config): boolean {
  if (publicUrl !== null || hosts.length > 0 || 'path' in listen) return false;
  return !isOnLoopback(urlOf(listen.host));
}

const urlOf = (host: string) => `http://${host.includes(':') ? `[${host}]` : host}`;

/** Warnings about missing or damaged databases. If they appear later, they are read then. */
async function databaseWarnings({ files }: Config, databases: Databases): Promise<string[]> {
  const isSet = (name: string) => files.some(({ variable }) => variable === name);
  // The bundled databases are opened only when a lookup needs them.
  if (!Object.values(databaseVariables).some(isSet)) return [];
  return (await databases.state()).flatMap(({ database, problem }) => {
    const variable = databaseVariables[database];
    return problem === null || !isSet(variable) ? [] : [`${variable}: ${problem}.`];
  });
}

/** Warnings about other unreadable files. If they appear later, they are read then. */
async function fileWarnings({ files }: Config): Promise<string[]> {
  const databases: readonly string[] = Object.values(databaseVariables);
  const others = files.filter(({ variable }) => !databases.includes(variable));
  const warnings = others.map(async ({ variable, path }) =>
    (await succeeds(access(path, constants.R_OK))) ? [] : [`${variable}: ${path} cannot be read.`],
  );
  return (await Promise.all(warnings)).flat();
}

/** Whether the list of preloaded hosts is one; that it can be read at all is checked before. */
async function preloadWarnings({ files }: Config): Promise<string[]> {
  const named = files.filter(({ variable }) => variable === 'SONDE_HSTS_PRELOAD');
  const warnings = named.map(async ({ variable, path }) => {
    if (!(await succeeds(access(path, constants.R_OK)))) return [];
    const isRead = await succeeds(createPreloadFile(path)().then(() => {}));
    return isRead ? [] : [`${variable}: ${path} is not Chromium’s list of preloaded hosts.`];
  });
  return (await Promise.all(warnings)).flat();
}

async function dataFolderWarnings({ accounts }: Config): Promise<string[]> {
  if (await succeeds(prepareFolder(accounts.dataDir))) return [];
  return [
    'The folder of SONDE_DATA_DIR cannot be written to: accounts and copies of public registries cannot be kept there.',
  ];
}

const succeeds = (attempt: Promise<void>) =>
  attempt.then(
    () => true,
    () => false,
  );
