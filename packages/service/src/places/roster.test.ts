import { expect, it } from 'vitest';
import { senderTo } from './roster.ts';

const MEGABYTE = 1024 * 1024;

it.each([
  ['reads, if slowly, gets every frame', MEGABYTE, ['{"t":"drain"}'], []],
  [
    'does not read is disconnected, and nothing more is kept for it',
    MEGABYTE + 1,
    [],
    ['1008 The agent does not read.'],
  ],
])('an agent that %s', (_how, unsentBytes, sent, closed) => {
  const did = { sent: [] as string[], closed: [] as string[] };
  senderTo({
    unsentBytes,
    send: (text) => did.sent.push(text),
    ping: () => {},
    close: (code, reason) => did.closed.push(`${code} ${reason}`),
  })({ t: 'drain' });
  expect(did).toEqual({ sent, closed });
});
