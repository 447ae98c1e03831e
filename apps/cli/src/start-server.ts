import { existsSync } from 'node:fs';

/**
 * Runs the server in this process, as `npm start` does. It is a program of its own, built beside this one: in the
 * repository and in the package that is published, both lie in the same way. Null when it has not been built.
 */
export function startServer(): Promise<void> | null {
  const server = new URL('../../api/dist/server.js', import.meta.url);
  if (!existsSync(server)) return null;
  // Somebody started it and reads what it says; a service contacts no one without being asked.
  process.env['SONDE_SELF_TEST'] ||= 'on';
  return import(server.href);
}
