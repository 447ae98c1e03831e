import { expect, it } from 'vitest';
import { userDataFolder } from './user-data-folder.ts';

it.each([
  ['linux', {}, '/home/ada/.local/share/sonde'],
  ['linux', { XDG_DATA_HOME: '/srv/data' }, '/srv/data/sonde'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/sonde'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/ada/.local/share/sonde'],
  ['darwin', {}, '/home/ada/Library/Application Support/sonde'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/sonde'],
  ['win32', {}, '/home/ada/AppData/Local/sonde'],
] as const)('on %s with %o it is %s', (platform, env, expected) => {
  expect(userDataFolder({ platform, home: '/home/ada', env })).toBe(expected);
});
