/* Listens but does not accept while the gate is shut: connections queue up, and once the queue is full the kernel
   drops every further SYN, as if the host did not answer. It runs in its own thread, since libuv accepts every
   connection while its event loop runs. */
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const LOOK_MS = 20;
/** `PARKED` confirms `SHUT`. */
const [SHUT, PARKED] = [1, 2];

const gate = new Int32Array(workerData.gate);
const server = createServer((socket) => socket.on('error', () => {}).destroy());
server.on('error', ({ message }) => parentPort.postMessage({ problem: message }));
server.listen({ host: workerData.address, port: workerData.port, backlog: 1 }, () => {
  parentPort.postMessage({ port: server.address().port });
  parkWhileShut();
  setInterval(parkWhileShut, LOOK_MS);
});

function parkWhileShut() {
  if (Atomics.compareExchange(gate, 0, SHUT, PARKED) === SHUT) Atomics.wait(gate, 0, PARKED);
}
