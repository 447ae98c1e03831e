import { expect } from 'vitest';

export interface SentEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Yields the events of a stream in order of arrival, parsed like in a browser (HTML section 9.2.6). */
export async function* eventsOf(response: Response): AsyncGenerator<SentEvent> {
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks.flatMap(parseBlock);
  }
  expect(text).toBe('');
}

/** A block of comments only is a heartbeat, not an event. */
function parseBlock(block: string): SentEvent[] {
  const fields = block.split('\n').filter((line) => !line.startsWith(':'));
  if (fields.length === 0) return [];
  const [event = '', data = '', ...more] = fields;
  expect(event).toMatch(/^event: /);
  // Only the last event has an id.
  expect(more).toEqual(/^event: (?:result|failure)$/.test(event) ? ['id: end'] : []);
  expect(data).toMatch(/^data: /);
  return [{ event: event.slice(7), data: JSON.parse(data.slice(6)) }];
}
