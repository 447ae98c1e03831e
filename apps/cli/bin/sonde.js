#!/usr/bin/env node
// The bundle is made after npm has linked the command, and npm links only what is there.
import('../dist/sonde.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('sonde: the command is not built yet: run npm run build -w @sonde/cli.\n');
  process.exitCode = 1;
});
