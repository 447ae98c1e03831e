#!/usr/bin/env node
import * as modules from 'node:module';
import { homedir } from 'node:os';
import { userDataFolder } from './user-data-folder.ts';

// The command as it is in the published package: it may be called in any folder, and must leave nothing behind there.
process.env['SONDE_DATA_DIR'] ||= userDataFolder({ platform: process.platform, home: homedir(), env: process.env });

// Node 20 has no such cache; with it, the code need not be compiled at every call.
if ('enableCompileCache' in modules) (modules.enableCompileCache as () => unknown)();

await import('./sonde.ts');
