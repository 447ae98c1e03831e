import { existsSync } from 'node:fs';

/**
 * Runs the server in this process, like `npm start`. It is a separate program, built next to this one: the repository and
 * the published package have the same layout. Null if it has not been built.
 */
export function startServer(): Promise<void> | null {
  const server = new URL('../../api/dist/server.js', import.meta.url);
  if (!existsSync(server)) return null;
  // Someone started it by hand and reads its output; a service contacts no one without being asked.
  process.env['SONDE_SELF_TEST'] ||= 'on';
  return import(server.href);
}
