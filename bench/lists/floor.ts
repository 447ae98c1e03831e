/**
 * The least that Node needs for the questions of a list, in a process of its own: `floor.js ADDRESS:PORT FILE`. Each is an
 * octet string in the file, with its length before it. They are sent by the same kind of socket as those of Sonde, and from
 * the answers only the id is read. Prints the number of answers.
 */
import { createSocket, type Socket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { IN_FLIGHT, QUESTIONS_PER_SOCKET } from './floor-file.ts';

const RECEIVE_BUFFER_BYTES = 1024 * 1024;
/** As long as Sonde waits before it asks again. */
const LOST_MS = 800;
const MAX_REPEATS = 20;

const [server = '', file = ''] = process.argv.slice(2);
const colon = server.lastIndexOf(':');
const [address, port] = [server.slice(0, colon), Number(server.slice(colon + 1))];
const questions = questionsIn(readFileSync(file));

let next = 0;
let inFlight = 0;
let answered = 0;
sendMore();

function sendMore(): void {
  while (next < questions.length && inFlight + QUESTIONS_PER_SOCKET <= IN_FLIGHT) {
    const burst = questions.slice(next, next + QUESTIONS_PER_SOCKET);
    next += burst.length;
    inFlight += burst.length;
    sendBurst(burst);
  }
  if (answered === questions.length) process.stdout.write(`${answered}\n`);
}

/** The id of a question is its place in the burst. */
function sendBurst(burst: readonly Buffer[]): void {
  const left = new Map(burst.entries());
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: RECEIVE_BUFFER_BYTES,
    lookup: (host, _options, callback) => callback(null, host, 4),
  });
  const repeating = repeatedly(() => sendAll(socket, left.values()));
  socket.on('connect', () => sendAll(socket, left.values()));
  socket.on('message', (answer) => {
    if (!left.delete(answer.readUInt16BE(0))) return;
    inFlight -= 1;
    answered += 1;
    if (left.size === 0) {
      clearInterval(repeating);
      socket.close();
    }
    sendMore();
  });
  socket.connect(port, address);
}

function sendAll(socket: Socket, burst: Iterable<Buffer>): void {
  for (const question of burst) socket.send(question, throwIfAny);
}

function throwIfAny(error: Error | null): void {
  if (error !== null) throw error;
}

function repeatedly(repeat: () => void): NodeJS.Timeout {
  let repeats = 0;
  return setInterval(() => {
    repeats += 1;
    if (repeats > MAX_REPEATS) throw new Error('the name server does not answer');
    repeat();
  }, LOST_MS);
}

function questionsIn(octets: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < octets.length; ) {
    const end = at + 2 + octets.readUInt16BE(at);
    found.push(octets.subarray(at + 2, end));
    at = end;
  }
  return found;
}
