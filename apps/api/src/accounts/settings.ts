import type { Environment, Values } from '@sonde/probes';
import type { serverVariables } from '../environment.ts';
import type { Firebase } from '../environment-formats.ts';

/** Settings of accounts, read once at startup. */
export interface AccountSettings {
  readonly dataDir: string;
  /** PostgreSQL; null for the embedded database. */
  readonly databaseUrl: string | null;
  /** Null: a secret is generated once and stored in the data folder. */
  readonly secret: string | null;
  /** The public settings of the Firebase project with the accounts; null for the embedded accounts. */
  readonly firebase: Firebase | null;
  /** Base address of an auth emulator. */
  readonly firebaseEmulator: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
}

/** Servers that share a database must share the secret, too: returns a sentence if it is missing. */
export function secretProblems(env: Environment): string[] {
  const isShared = env['DATABASE_URL']?.startsWith('postgres') || Boolean(env['DATABASE_URL_FILE']);
  if (!isShared || env['SONDE_SECRET'] || env['SONDE_SECRET_FILE']) return [];
  return ['SONDE_SECRET must be set with DATABASE_URL: all servers that share the database need the same one.'];
}

/** The embedded database belongs to one process: returns a sentence if work is to be divided without a shared one. */
export function roleProblems(env: Environment): string[] {
  const isDivided = env['SONDE_ROLE'] === 'web' || env['SONDE_ROLE'] === 'work';
  if (!isDivided || env['DATABASE_URL'] || env['DATABASE_URL_FILE']) return [];
  return ['SONDE_ROLE=web and SONDE_ROLE=work need DATABASE_URL: the embedded database belongs to one process.'];
}

export function readAccountSettings(values: Values<typeof serverVariables>, dataDir: string): AccountSettings {
  return {
    dataDir,
    databaseUrl: values.DATABASE_URL,
    secret: values.SONDE_SECRET,
    firebase: values.SONDE_FIREBASE,
    firebaseEmulator: values.SONDE_FIREBASE_EMULATOR,
    smtpUrl: values.SONDE_SMTP_URL,
    mailFrom: values.SONDE_MAIL_FROM ?? values.SONDE_CONTACT_EMAIL,
  };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether only programs on this machine can be behind the URL. */
export function isOnLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}
