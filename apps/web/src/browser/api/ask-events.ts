import { EventSourceParserStream } from 'eventsource-parser/stream';

/** Far larger than any answer can be. */
const MAX_EVENT_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads Server-Sent Events (HTML section 9.2.6) up to the final `result` or `failure` event and returns its data;
 * undefined if the stream ends without one. Calls `onPart` with the data of each `progress` event, and of each `part`
 * event of a report. Rejects if the connection breaks or `read` throws.
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
      if (value.event === 'progress' || value.event === 'part') onPart(await read(value.data));
      if (value.event === 'result' || value.event === 'failure') return await read(value.data);
    }
  } finally {
    // Nothing may follow the final event; cancelling closes the connection in the background.
    events.cancel().catch(() => undefined);
  }
}
