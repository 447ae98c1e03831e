/** Milliseconds of processor time used by this process, which, unlike a clock, exclude other processes. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
