import { Readable } from 'node:stream';
import type { TIMING_EVENT } from '@sonde/contract/timing/server-timing';
import type { FastifyReply } from 'fastify';

export interface StreamTiming {
  /** Between two heartbeats. */
  readonly heartbeatMs: number;
  /** How long a client may take to read what is left when the stream has ended. */
  readonly lingerMs: number;
}

export const streamTiming: StreamTiming = { heartbeatMs: 5_000, lingerMs: 60_000 };

/** Beyond this, a slow reader gets no further parts; the system's own buffers come on top. */
const MAX_BACKLOG_BYTES = 256 * 1024;

/** `progress`: a piece of one answer, of which there may be hundreds; `part`: one of the few parts of a report. */
export type PartEvent = 'progress' | 'part';

/** The last one is the envelope; before it, for who has asked, where the time went. */
export type StreamEvent = PartEvent | typeof TIMING_EVENT | 'result' | 'failure';

export interface EventStream {
  /** `json` is text without line breaks. */
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
  /** Bytes that cannot have been read yet: a caller that joins late gets all previous parts at once. */
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
  // nginx would buffer the events.
  void reply.type('text/event-stream').header('x-accel-buffering', 'no').send(body);
  return {
    send(event, json) {
      if (raw.destroyed) return;
      if (event === 'progress' && backlog() - thisTurnBytes > MAX_BACKLOG_BYTES) return;
      push(`event: ${event}\ndata: ${json}\n\n`);
    },
    end() {
      clearInterval(heartbeat);
      if (raw.destroyed) return;
      body.push(null);
      linger = setTimeout(() => raw.destroy(), lingerMs);
    },
  };
}
