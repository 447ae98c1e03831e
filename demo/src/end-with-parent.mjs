/*
 * Loaded before the server of the demo: its standard input is a pipe that closes with whoever started it, by whatever
 * signal that ended. Without its world the server would be of no use, and keep its port.
 */
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
