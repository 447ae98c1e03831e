import { ToolError } from '@sonde/contract';
import type { FastifyReply } from 'fastify';

/** The abort reason if the client closed the connection, so that no answer is needed. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export interface RequestDeadline {
  readonly signal: AbortSignal;
  /** Must be called when the wait is over, however it ended. */
  release(): void;
}

/** Starts the deadline of a request: the signal fires when the client is gone, the time is over, the server stops. */
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
  // The client may have left before: other instances may have been asked between the request and here.
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
