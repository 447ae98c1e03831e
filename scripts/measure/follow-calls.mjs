// Loaded before the server whose calls are counted (`--import`), and controlled over the channel to its parent process.
import { createHook, executionAsyncId } from 'node:async_hooks';
import { Socket as UdpSocket } from 'node:dgram';
import { Session } from 'node:inspector';
import { Socket as TcpSocket } from 'node:net';

const MAX_FRAMES = 200;

const session = new Session();
session.connect();
const post = (method, parameters) =>
  new Promise((resolve, reject) => {
    session.post(method, parameters, (error, result) => (error === null ? resolve(result) : reject(error)));
  });

// Enabled from the start: V8 does not count calls of functions that it compiled before.
await post('Profiler.enable');
await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** By async id: where each promise, timer and event of the query was created, and the id that it was created in. */
const origins = new Map();
const hook = createHook({
  init(id) {
    origins.set(id, { parent: executionAsyncId(), trace: new Error('here') });
  },
});

/** Stacks from the first use of a socket outwards, one per asynchronous step on the way from the request. */
let firstPath = null;

for (const [prototype, method] of [
  [UdpSocket.prototype, 'connect'],
  [UdpSocket.prototype, 'send'],
  [TcpSocket.prototype, 'connect'],
]) {
  const original = prototype[method];
  prototype[method] = function (...args) {
    firstPath ??= origins.size > 0 ? [new Error('here'), ...waitsBefore(executionAsyncId())] : null;
    return original.apply(this, args);
  };
}

function waitsBefore(id) {
  const origin = origins.get(id);
  return origin === undefined ? [] : [origin.trace, ...waitsBefore(origin.parent)];
}

const commands = {
  async begin() {
    Error.stackTraceLimit = MAX_FRAMES;
    firstPath = null;
    origins.clear();
    // Discards the counts so far and restarts at 0.
    await post('Profiler.takePreciseCoverage');
    hook.enable();
    return null;
  },
  async end() {
    hook.disable();
    const { result } = await post('Profiler.takePreciseCoverage');
    const scripts = result.map(({ url, functions }) => ({
      url,
      functions: functions.map(({ functionName, ranges }) => ({
        name: functionName,
        start: ranges[0].startOffset,
        calls: ranges[0].count,
      })),
    }));
    return { scripts, stacks: firstPath?.map(({ stack }) => stack) ?? [] };
  },
};

process.on('message', async (command) => process.send(await commands[command]()));
process.on('disconnect', () => process.exit());
