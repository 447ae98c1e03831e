#!/usr/bin/env node
import { fstatSync } from 'node:fs';
import { runCli } from './cli.ts';
import { columnsOf } from './print/terminal.ts';
import { wrap } from './print/width.ts';
import { openBackup, openPlaces, startServer } from './start-server.ts';

const interrupted = new AbortController();
// Once: a second Ctrl-C ends the process at once, as is the default. SIGTERM comes from `timeout`, and from runners that cancel
// a job. The server handles both by itself.
if (process.argv[2] !== 'serve')
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => interrupted.abort(new Error('interrupted')));

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader may stop early (`sonde dns example.com | head -1`).
  if (error.code === 'EPIPE') return;
  process.stderr.write(`sonde: The answer could not be written: ${error.message}\n`);
  process.exit(1);
});

const { env, stdout, stderr } = process;
const isTerminal = stdout.isTTY === true;
const columns = columnsOf(env['COLUMNS'], stdout.columns ?? stderr.columns);
// Lines are not wrapped for a file, whose readers expect whole lines.
const folded = (text: string) => text.split('\n').flatMap((line) => wrap(line, columns));

function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile();
  } catch {
    // Closed.
    return false;
  }
}

process.exitCode = await runCli(process.argv.slice(2), {
  env,
  isTerminal,
  isColoured: isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
  columns,
  isPiped: isPiped(),
  signal: interrupted.signal,
  serve: startServer,
  openBackup,
  openPlaces,
  openNet: async (settings) => (await import('./node-engines.ts')).createNodeNet(settings),
  openData: async (settings, net) => (await import('./node-engines.ts')).createNodeData(settings, net),
  out: (text) => void stdout.write(`${text}\n`),
  err: (text) => void stderr.write(`${stderr.isTTY ? folded(text).join('\n') : text}\n`),
});
