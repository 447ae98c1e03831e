/** Calls `send` when a packet may be sent, in order; the returned function cancels it. */
export type SendQueue = (send: () => void) => () => void;

/** Packets per millisecond, over all traces: more would queue in the system, and the queueing delay would be measured. */
const PER_MS = 8;

export function createSendQueue(now = () => performance.now()): SendQueue {
  const waiting = new Set<() => void>();
  let [sliceAtMs, inSlice] = [0, 0];
  let _timer: NodeJS.Timeout | undefined;

  const mayLeave = () => {
    if (now() - sliceAtMs >= 1) [sliceAtMs, inSlice] = [now(), 0];
    inSlice += 1;
    return inSlice <= PER_MS;
  };
  const release = () => {
    _timer = undefined;
    for (const send of waiting) {
      if (!mayLeave()) break;
      waiting.delete(send);
      send();
    }
    if (waiting.size > 0) _timer = setTimeout(release, 1);
  };
  return (send) => {
    // A new function each time, since the same `send` may be queued twice.
    const one = () => send();
    waiting.add(one);
    _timer ??= setTimeout(release, 0);
    return () => waiting.delete(one);
  };
}
