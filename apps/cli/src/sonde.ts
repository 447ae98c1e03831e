import { createNodeData, createNodeNet } from '@sonde/probes';
import { runCli } from './cli.ts';

const interrupted = new AbortController();
// Once: a second Ctrl-C ends the process at once, as is the default.
process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader may stop early (`sonde dns example.com | head -1`).
  if (error.code === 'EPIPE') return;
  process.stderr.write(`sonde: The answer could not be written: ${error.message}\n`);
  process.exit(1);
});

const isTerminal = process.stdout.isTTY === true;
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  isTerminal,
  isColoured: isTerminal && !process.env['NO_COLOR'],
  signal: interrupted.signal,
  openNet: createNodeNet,
  openData: createNodeData,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
});
