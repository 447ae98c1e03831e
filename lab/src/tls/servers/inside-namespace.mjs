/**
 * Runs in its own network namespace: sets up loopback, starts the server named by the arguments, which listens on port
 * 4433, and relays connections from the Unix socket to it. Prints `ready` when the server answers.
 */
import { execFileSync, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const [socketPath, ip, command, ...args] = process.argv.slice(2);
const port = 4433;
const tryAgainMs = 20;

execFileSync(ip, ['link', 'set', 'lo', 'up']);
const server = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
server.once('exit', (code, signal) => {
  process.stderr.write(`the server ended with ${signal ?? `code ${code}`}\n`);
  process.exit(1);
});

function untilListening(listening) {
  const attempt = connect(port, '127.0.0.1', () => {
    attempt.destroy();
    listening();
  });
  attempt.once('error', () => setTimeout(untilListening, tryAgainMs, listening));
}

const relay = createServer({ allowHalfOpen: true }, (outer) => {
  const inner = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  outer.pipe(inner).pipe(outer);
  outer.on('error', () => inner.destroy());
  inner.on('error', () => outer.destroy());
});
untilListening(() => relay.listen(socketPath, () => process.stdout.write('ready\n')));
