import { EventSourceParserStream } from 'eventsource-parser/stream';

/** Far above the largest answer. */
const MAX_EVENT_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads Server-Sent Events (HTML section 9.2.6) up to the one that ends them, `result` or `failure`, and returns what
 * that holds; undefined when the stream ends before. `onPart` is given what each `progress` holds. Rejects when the
 * connection breaks, and with what `read` throws.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  read: (data: string) => Promise<unknown>,
  onPart: (part: unknown) => void,
): Promise<unknown> {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_CHARACTERS }))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await events.read();
      if (done) return undefined;
      if (value.event === 'progress') onPart(await read(value.data));
      if (value.event === 'result' || value.event === 'failure') return await read(value.data);
    }
  } finally {
    // Nothing may follow, and nobody waits for the hang-up.
    events.cancel().catch(() => undefined);
  }
}
