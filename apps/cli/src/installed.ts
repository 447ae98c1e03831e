import * as modules from 'node:module';
import { homedir } from 'node:os';
import { userDataFolder } from './user-data-folder.ts';

// The entry point of the published package: it may be called in any folder and must leave nothing behind there.
process.env['SONDE_DATA_DIR'] ||= userDataFolder({ platform: process.platform, home: homedir(), env: process.env });

// With this cache, the code is not compiled at every call. Only for Node 20 and its types, which lack it: the test and the cast.
if ('enableCompileCache' in modules) (modules.enableCompileCache as () => unknown)();

await import('./sonde.ts');
