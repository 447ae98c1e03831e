import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findCommand, runCommand } from '@sonde/lab';
import { sized } from '../effort.ts';

/** The input of an SPF evaluation. */
export interface SpfTest {
  readonly ip: string;
  /** Empty: the HELO name is checked. */
  readonly sender: string;
  readonly helo: string;
}

export interface SpfSaid {
  readonly result: string;
  /** Terms counted as DNS lookups; null if the program does not report them. */
  readonly lookups: number | null;
  readonly ms: number;
}

export interface Job {
  readonly host: string;
  readonly port: number;
  readonly timeoutSeconds: number;
  readonly tests: readonly SpfTest[];
  /** Unless strict, pyspf continues beyond ten lookups. */
  readonly strict: boolean;
}

const folder = fileURLToPath(new URL('peers/', import.meta.url));
/** Debian's Python, for which the package is installed; other installations do not see it. */
const PYTHON = '/usr/bin/python3';
const INSTALL_MS = 180_000;

const peers = {
  pyspf: [PYTHON, `${folder}pyspf.py`],
  'Mail::SPF': ['/usr/bin/perl', `${folder}mail-spf.pl`],
  mailauth: [process.execPath, `${folder}mailauth.mjs`],
} as const;
export type Peer = keyof typeof peers;
/** None in a smoke run: only the whole bench installs them. */
export const peersAsked: readonly Peer[] = sized<readonly Peer[]>(['pyspf', 'Mail::SPF', 'mailauth'], { smoke: [] });

/** The peer from npm has a lock file of its own. */
export async function installPeers(): Promise<void> {
  if (peersAsked.length === 0 || existsSync(`${folder}node_modules/mailauth`)) return;
  await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder, INSTALL_MS);
}

/** One process for all tests of a job. */
export async function askPeer(peer: Peer, job: Job): Promise<readonly SpfSaid[]> {
  const [command, script] = peers[peer];
  const child = spawn(command, [script], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const errors = text(child.stderr);
  child.stdin.end(JSON.stringify(job));
  try {
    return (await json(child.stdout)) as SpfSaid[];
  } catch {
    throw new Error(`${peer} gave no results: ${(await errors).slice(-500)}`);
  }
}

/**
 * The policy that opendmarc-check reads for a domain; null if it finds no record. It queries the servers of
 * /etc/resolv.conf on port 53, so it gets its own copy of that file in a mount namespace.
 */
export async function opendmarcPolicy(domain: string, resolvConf: string): Promise<string | null> {
  const script = 'mount --make-rprivate / && mount --bind "$1" /etc/resolv.conf && exec "$0" "$2"';
  const args = ['--mount', 'sh', '-c', script, findCommand('opendmarc-check'), resolvConf, domain];
  const said = await runCommand('unshare', args).catch((error: { stdout?: string }) => error.stdout ?? '');
  return /Domain policy:\s*(\w+)/i.exec(said)?.[1]?.toLowerCase() ?? null;
}
