import { totalmem } from 'node:os';

const MOST_BYTES = 32 * 1024 * 1024;
const SHARE_OF_MACHINE = 32;

/**
 * How many bytes of answers one store of this process may hold in memory: on a small machine, a 32nd of what it has.
 * @param machineBytes the memory of the machine
 * @param allowedBytes what the system allows this process (cgroups); 0 or undefined when it does not say
 */
export function answerBytes(
  machineBytes: number = totalmem(),
  allowedBytes: number | undefined = process.constrainedMemory(),
): number {
  // Without a limit, cgroups report more than any machine has.
  const memory = allowedBytes ? Math.min(machineBytes, allowedBytes) : machineBytes;
  return Math.min(MOST_BYTES, Math.floor(memory / SHARE_OF_MACHINE));
}

/** What the entry of an answer takes in memory beside its texts, roughly. */
const ENTRY_BYTES = 512;
const BEYOND_LATIN_1 = /[^\0-\xff]/;

/** How many bytes of memory the entry of an answer takes: the JavaScript engine holds two for each character of a text that is not Latin-1 as a whole. */
export function entryBytes(key: string, bodies: readonly string[]): number {
  return bodies.reduce((sum, body) => sum + textBytes(body), textBytes(key) + ENTRY_BYTES);
}

export const textBytes = (text: string): number => text.length * (BEYOND_LATIN_1.test(text) ? 2 : 1);
