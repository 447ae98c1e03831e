import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerPings, linkOver } from './link.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A socket whose other side answers its `close`, or does not. */
function socketWith(answersClose: boolean) {
  const did: string[] = [];
  const events = new EventEmitter();
  const socket = Object.assign(events, {
    bufferedAmount: 0,
    send: () => {},
    ping: () => {},
    close(code: number, reason: string) {
      did.push(`close ${code} ${reason}`);
      if (answersClose) events.emit('close');
    },
    terminate: () => void did.push('terminate'),
  });
  return { did, socket };
}

it.each([
  [false, ['close 1008 silent', 'terminate']],
  [true, ['close 1008 silent']],
])('a connection ends within two seconds, whether or not the other side answers (%s)', (answers, done) => {
  const { did, socket } = socketWith(answers);
  linkOver(socket).close(1008, 'silent');
  // As WebSocket tells it when the other side has answered.
  if (answers) socket.emit('close');
  vi.advanceTimersByTime(1_999);
  expect(did).toEqual(['close 1008 silent']);
  vi.advanceTimersByTime(1);
  expect(did).toEqual(done);
});

it('heartbeats of a side that does not read are not answered: the answers would be kept', () => {
  const did: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    pong: (data: Buffer) => void did.push(String(data)),
  });
  answerPings(socket);
  socket.emit('ping', Buffer.from('read'));
  socket.bufferedAmount = 64 * 1024;
  socket.emit('ping', Buffer.from('not read'));
  expect(did).toEqual(['read']);
});
