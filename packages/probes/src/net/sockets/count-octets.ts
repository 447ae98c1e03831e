import type { Socket } from 'node:net';
import type { WorkBudget } from '../../work/work-budget.ts';

/**
 * Counts the octets of a connection as the system saw them, whatever layers are on top of it: at its end, and at each call
 * of the returned function, which closes it if there were too many.
 * @throws (the returned function) NetFailure `work-limit`
 */
export function countOctets(socket: Socket, budget: WorkBudget): () => void {
  const counted = { octetsIn: 0, octetsOut: 0 };
  const note = () => {
    const read = socket.bytesRead - counted.octetsIn;
    const written = (socket.bytesWritten ?? 0) - counted.octetsOut;
    counted.octetsIn += read;
    counted.octetsOut += written;
    const excess = budget.note('octetsIn', read);
    return budget.note('octetsOut', written) ?? excess;
  };
  socket.once('close', note);
  return () => {
    const excess = note();
    if (excess === null) return;
    socket.destroy();
    throw excess;
  };
}
