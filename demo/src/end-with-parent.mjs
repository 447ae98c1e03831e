import { isMainThread } from 'node:worker_threads';

/* Loaded before the server of the demo: its standard input is a pipe that closes when its parent ends, by whatever
   signal. Without the simulated servers it would be useless and keep its port. The server's threads load this as
   well, but their standard input is empty. An agent ends when it has nothing to do, and the pipe does not keep it. */
if (isMainThread) {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
  process.stdin.unref?.();
}
