import { ToolError } from '@sonde/contract';
import type { FastifyReply } from 'fastify';

/** The abort reason if the client closed the connection and needs no answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export interface RequestDeadline {
  readonly signal: AbortSignal;
  /** Must be called when the wait is over, whatever its result. */
  release(): void;
}

/** Starts a deadline. Its signal is aborted when the client leaves, the time is over, or the server stops. */
export function startRequestDeadline(reply: FastifyReply, budgetMs: number, stopping: AbortSignal): RequestDeadline {
  const controller = new AbortController();
  const onClose = () => controller.abort(new ClientGone('The client closed the connection.'));
  const onStop = () => controller.abort(stopping.reason);
  const timer = setTimeout(
    () => controller.abort(new ToolError('timeout', 'The lookup took longer than a request may take.')),
    budgetMs,
  );
  reply.raw.once('close', onClose);
  stopping.addEventListener('abort', onStop, { once: true });
  // The client may already have left, since the shared store may have been queried before this call.
  if (reply.request.raw.socket.destroyed) onClose();
  if (stopping.aborted) onStop();
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      reply.raw.off('close', onClose);
      stopping.removeEventListener('abort', onStop);
    },
  };
}
