import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findCommand } from '../../processes/commands.ts';
import { isListening } from '../../processes/is-listening.ts';
import type { Workplace } from '../../processes/workplace.ts';
import type { ServedCertificate } from '../certificates/certificates.ts';
import type { CertificateKind } from '../certificates/recipes.ts';

/** The resources of a program: its own directory, a free port of 127.0.0.1, and its certificates. */
export interface ProgramPlace {
  readonly workplace: Workplace;
  readonly directory: string;
  readonly port: number;
  /** The first of `certificates`. */
  readonly certificate: ServedCertificate;
  /** One of each kind that the program requires. */
  readonly certificates: readonly ServedCertificate[];
  /** A port with a plain-text server, for programs that only terminate TLS. */
  readonly backendPort: number;
}

/** A server program, configured as in its package or manual unless a comment says otherwise. */
export interface Program {
  /** Default: one with an RSA key. */
  readonly certificates?: readonly CertificateKind[];
  /** Resolves when the program is about to listen; the caller waits for the port. */
  start(place: ProgramPlace): Promise<void>;
}

/** Writes a configuration file and returns its path. */
export async function writeConfig(directory: string, name: string, lines: readonly string[]): Promise<string> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

/** Starts a program that prints nothing when it is ready: the shell announces it before executing the program. */
export async function startSilent(workplace: Workplace, [command = '', ...args]: readonly string[]): Promise<void> {
  await workplace.start('sh', ['-c', 'echo begun; exec "$0" "$@"', findCommand(command), ...args], /begun/);
}

/**
 * The same for a program with child processes, which run in their own process namespace and end with it. Its first process
 * is a shell, since the kernel clears the parent death signal of a program that changes its user.
 */
export function startFamily(workplace: Workplace, [command = '', ...args]: readonly string[]): Promise<void> {
  const asWhom = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user'];
  const shell = ['sh', '-c', '"$0" "$@"; exit $?', findCommand(command), ...args];
  return startSilent(workplace, ['unshare', ...asWhom, '--pid', '--kill-child', ...shell]);
}

/** Some programs announce themselves a moment before they listen. */
export async function untilListening(name: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (await isListening(port)) return;
    await pause(50);
  }
  throw new Error(`${name} does not listen`);
}
