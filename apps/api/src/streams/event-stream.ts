import { Readable } from 'node:stream';
import type { TIMING_EVENT } from '@sonde/contract/timing/server-timing';
import type { FastifyReply } from 'fastify';
import { LAST_EVENT_ID } from './ended-streams.ts';

export interface StreamTiming {
  /** Interval of heartbeats, which keep the connection open. */
  readonly heartbeatMs: number;
  /** How long a client may take to read the rest after the stream has ended. */
  readonly lingerMs: number;
}

export const streamTiming: StreamTiming = { heartbeatMs: 5_000, lingerMs: 60_000 };

/** Beyond this backlog, in addition to the system's buffers, a slow reader gets no further parts. */
const MAX_BACKLOG_BYTES = 256 * 1024;

/** `progress`: a piece of one answer, of which there may be hundreds; `part`: one of the few parts of a report. */
export type PartEvent = 'progress' | 'part';

/** The last event, `result` or `failure`, has the envelope; before it, a timing event if requested. */
export type StreamEvent = PartEvent | typeof TIMING_EVENT | 'result' | 'failure';

export interface EventStream {
  /** `json` must not contain line breaks. */
  send(event: StreamEvent, json: string): void;
  end(): void;
}

/**
 * Starts a response with Server-Sent Events (HTML section 9.2). The lookup does not wait for this reader, since others may
 * be waiting for it: a slow reader misses progress parts, but still gets the whole result at the end.
 */
export function startEventStream(reply: FastifyReply, { heartbeatMs, lingerMs }: StreamTiming): EventStream {
  const body = new Readable({ read() {} });
  const { raw } = reply;
  const backlog = () => body.readableLength + raw.writableLength;
  /** Bytes sent in this turn, which cannot have been read yet: late joiners get all previous parts at once. */
  let thisTurnBytes = 0;
  const push = (text: string) => {
    if (thisTurnBytes === 0) {
      setImmediate(() => {
        thisTurnBytes = 0;
      });
    }
    thisTurnBytes += Buffer.byteLength(text);
    body.push(text);
  };
  const heartbeat = setInterval(() => {
    if (backlog() === 0) body.push(': still here\n\n');
  }, heartbeatMs);
  let linger: NodeJS.Timeout | undefined;
  raw.once('close', () => {
    clearInterval(heartbeat);
    clearTimeout(linger);
  });
  // X-Accel-Buffering keeps nginx from buffering the events.
  void reply.type('text/event-stream').header('x-accel-buffering', 'no').send(body);
  return {
    send(event, json) {
      if (raw.destroyed) return;
      if (event === 'progress' && backlog() - thisTurnBytes > MAX_BACKLOG_BYTES) return;
      const isLast = event === 'result' || event === 'failure';
      push(`event: ${event}\ndata: ${json}\n${isLast ? `id: ${LAST_EVENT_ID}\n` : ''}\n`);
    },
    end() {
      clearInterval(heartbeat);
      if (raw.destroyed) return;
      body.push(null);
      linger = setTimeout(() => raw.destroy(), lingerMs);
    },
  };
}
