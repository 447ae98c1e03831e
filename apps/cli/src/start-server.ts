import { existsSync } from 'node:fs';
import type { CliContext } from './cli-context.ts';

const LOOK_MS = 500;

/**
 * Runs the server in this process, like `npm start`. It is a separate program, built next to this one: the repository and
 * the published package have the same layout. Null if it has not been built.
 */
export function startServer(): Promise<void> | null {
  const server = new URL('../../api/dist/server.js', import.meta.url);
  if (!existsSync(server)) return null;
  // Someone started it by hand and reads its output; a service contacts no one without being asked.
  process.env['SONDE_SELF_TEST'] ||= 'on';
  if (process.env['npm_lifecycle_event']) stopWithParent(process.ppid);
  return import(server.href);
}

/** A signal for npx ends the shell between it and the server, and nothing else: the server would keep its port. */
function stopWithParent(parent: number): void {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
}

/** Loads what backs up and restores: part of the server, as above. */
export async function openBackup(): ReturnType<CliContext['openBackup']> {
  const program = new URL('../../api/dist/backup.js', import.meta.url);
  return existsSync(program) ? (await import(program.href)).runBackup : null;
}

/** Loads what manages the places of a server: part of the server, as above. */
export async function openPlaces(): ReturnType<CliContext['openPlaces']> {
  const program = new URL('../../api/dist/places-program.js', import.meta.url);
  return existsSync(program) ? (await import(program.href)).runPlaces : null;
}
