/** Calls `send` when a packet may leave, in order; the function it returns cancels that. */
export type SendQueue = (send: () => void) => () => void;

/** So many in a millisecond, over all traces: more would queue in the system, and the queueing would be measured. */
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
    // A function of its own: the same one may wait twice.
    const one = () => send();
    waiting.add(one);
    _timer ??= setTimeout(release, 0);
    return () => waiting.delete(one);
  };
}
