import * as modules from 'node:module';
import { homedir } from 'node:os';
import { userDataFolder } from './user-data-folder.ts';

// The entry point of the published package: it may be called in any folder and must leave nothing behind there.
process.env['SONDE_DATA_DIR'] ||= userDataFolder({ platform: process.platform, home: homedir(), env: process.env });

// With this cache, which Node 20 lacks, the code is not compiled at every call.
if ('enableCompileCache' in modules) (modules.enableCompileCache as () => unknown)();

await import('./sonde.ts');
