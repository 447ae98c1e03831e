import { isMainThread } from 'node:worker_threads';

/*
 * Loaded before the server of the demo: its standard input is a pipe that closes with whoever started it, by whatever
 * signal that ended. Without its world the server would be of no use, and keep its port. The server's threads load this
 * too, and their standard input is empty.
 */
if (isMainThread) process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
