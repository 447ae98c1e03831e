import { existsSync } from 'node:fs';
import { findCommand } from '@sonde/lab';

/** What is measured: everything; less, for a first look; or next to nothing, to see that the bench still runs. */
const efforts = ['full', 'quick', 'smoke'] as const;
type Effort = (typeof efforts)[number];

/** From the command line; nothing else that a bench starts has such an argument. */
export const effort: Effort = efforts.find((one) => process.argv.includes(`--${one}`)) ?? 'full';

/** A number of rounds, a duration, a list of targets: whatever makes a bench take its time. */
export function sized<Value>(full: Value, less: { readonly quick?: Value; readonly smoke: Value }): Value {
  return effort === 'full' ? full : effort === 'smoke' ? less.smoke : (less.quick ?? full);
}

/** Throws if a peer is not installed; in a smoke run, peers that only a bench needs may be missing. */
export function needCommands(commands: readonly string[]): void {
  if (effort !== 'smoke') for (const command of commands) findCommand(command);
}

/** Whether a peer runs: always, except in a smoke run on a machine that does not have it. */
export function isHere(command: string): boolean {
  if (effort !== 'smoke') return true;
  if (command.startsWith('/')) return existsSync(command);
  try {
    return findCommand(command) !== '';
  } catch {
    return false;
  }
}
