/** Milliseconds of processor time that this process has used. Unlike a clock it does not count what others use. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
