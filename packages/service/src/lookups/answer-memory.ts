import { totalmem } from 'node:os';

const MOST_BYTES = 64 * 1024 * 1024;
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
