// Runs commands for a process that is too large to start them itself (`runCommand` in commands.ts).
import { execFile } from 'node:child_process';

process.on('message', ({ id, path, args, options }) => {
  const tell = (error, stdout = '', stderr = '') => {
    const failure = error === null ? null : { ...error, message: error.message, stdout, stderr };
    // The other process may have ended meanwhile.
    process.send?.({ id, failure, stdout }, () => {});
  };
  try {
    execFile(path, args, options, tell);
  } catch (error) {
    tell(error);
  }
});
process.once('disconnect', () => process.exit());
