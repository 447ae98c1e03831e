import { join } from 'node:path';

interface User {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The folder in which programs of this user store their data, by the XDG Base Directory Specification or the system's
 * convention.
 */
export function userDataFolder({ platform, home, env }: User): string {
  // The specification says that relative paths must be ignored.
  const named = env['XDG_DATA_HOME'];
  if (named?.startsWith('/') === true) return join(named, 'sonde');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'sonde');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'sonde');
  return join(home, '.local', 'share', 'sonde');
}
