import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { wantsStream } from './wants-stream.ts';

const asks = (accept: string | undefined, method = 'GET') =>
  wantsStream({ method, headers: { accept } } as unknown as FastifyRequest);

it.each([
  'text/event-stream',
  'Text/Event-Stream; charset=utf-8',
  'application/json;q=0.5, text/event-stream',
  'text/event-stream;q=0.1',
])('%s asks for events', (accept) => {
  expect(asks(accept)).toBe(true);
});

it.each([undefined, '', '*/*', 'text/*', 'application/json', 'text/event-stream;q=0', 'text/event-stream ; q=0.00'])(
  '%s does not',
  (accept) => {
    expect(asks(accept)).toBe(false);
  },
);

it('HEAD has no body to stream', () => {
  expect(asks('text/event-stream', 'HEAD')).toBe(false);
});
