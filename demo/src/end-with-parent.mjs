/*
 * Loaded before the server of the demo. Its standard input is a pipe that closes when the parent process ends in any way;
 * without the simulated servers the product would be useless and keep its port in use.
 */
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
