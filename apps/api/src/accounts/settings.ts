import type * as z from 'zod';
import type { Environment, Firebase } from '../environment.ts';

/** Where accounts live, and what they need; read once when the server starts. */
export interface AccountSettings {
  readonly dataDir: string;
  /** PostgreSQL; null for the embedded database. */
  readonly databaseUrl: string | null;
  /** Null for the one that is made once and kept in the data folder. */
  readonly secret: string | null;
  /** The public settings of the project in which accounts live; null for the embedded accounts. */
  readonly firebase: Firebase | null;
  /** Base address of an auth emulator. */
  readonly firebaseEmulator: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
}

/** What every server that shares a database needs, in a sentence where it is missing. */
export function secretProblems(env: Readonly<Record<string, string | undefined>>): string[] {
  if (!env['DATABASE_URL']?.startsWith('postgres') || env['SONDE_SECRET'] !== undefined) return [];
  return ['SONDE_SECRET must be set with DATABASE_URL: all servers that share the database need the same one.'];
}

export function readAccountSettings(values: z.infer<typeof Environment>): AccountSettings {
  return {
    dataDir: values.SONDE_DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    secret: values.SONDE_SECRET ?? null,
    firebase: values.SONDE_FIREBASE ?? null,
    firebaseEmulator: emulatorUrl(values.SONDE_FIREBASE_EMULATOR),
    smtpUrl: values.SONDE_SMTP_URL ?? null,
    mailFrom: values.SONDE_MAIL_FROM ?? values.SONDE_CONTACT_EMAIL,
  };
}

function emulatorUrl(address: string | undefined): string | null {
  if (address === undefined) return null;
  return new URL(address.includes('://') ? address : `http://${address}`).origin;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Only whoever runs programs on this machine can answer there. */
export function isOnLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}
