import { join } from 'node:path';

interface User {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where programs of this user keep their data: as the XDG Base Directory Specification says, or as the system has it. */
export function userDataFolder({ platform, home, env }: User): string {
  // Relative paths are to be ignored, the specification says.
  const named = env['XDG_DATA_HOME'];
  if (named?.startsWith('/') === true) return join(named, 'sonde');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'sonde');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'sonde');
  return join(home, '.local', 'share', 'sonde');
}
