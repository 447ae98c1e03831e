// @vitest-environment node
// The simulated DOM's fetch keeps aborted connections open.
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { defineTool, isEssential } from '@sonde/contract';
import { workLimits } from '@sonde/contract/work-limits';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type ApiStub, json, type Reply, startApiStub } from '../../testing/api-stub.ts';
import { encrypt, encryptionHeaders } from '../../testing/encryption.ts';
import { ask } from './ask.ts';
import { AskError } from './ask-error.ts';
import { readEvents } from './ask-events.ts';

/** A tool that streams its answer and is not in the contract. */
const countdown = defineTool({
  id: 'countdown',
  path: '/api/v2/countdown',
  title: 'Countdown',
  summary: 'Counts down',
  query: z.object({ host: z.string() }),
  target: 'host',
  targetKinds: ['domain'],
  contacts: [],
  data: z.object({ host: isEssential(z.string()), steps: isEssential(z.number()) }),
  progress: z.object({ left: isEssential(z.number()) }),
  failures: ['timeout'],
  reasons: ['timeout'],
  freshMs: () => 0,
  cost: 1,
  recheckMs: 0,
  capacity: { lookups: 1, perTarget: 1 },
  most: workLimits(),
  deadlineMs: () => 1000,
  example: { host: 'example.com' },
});

let server: ApiStub;
beforeAll(async () => {
  server = await startApiStub();
  vi.stubGlobal('location', new URL('/ping', server.origin));
});
afterAll(() => server.close());

const answer = { host: 'bücher.example', steps: 2, gaps: [] };
const envelope = { success: true, message: 'OK', _data: answer };
const failure = { success: false, message: 'Too late.', _data: null, code: 'timeout', reason: 'timeout' };
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const parts = event('progress', { left: 1 }) + event('progress', { left: 0 });

/** Begins a stream that the test continues. */
const stream =
  (write: (response: ServerResponse) => unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...headers });
    response.flushHeaders();
    write(response);
  };
const whole = (text: string, headers?: Record<string, string>) => stream((response) => response.end(text), headers);

async function askFor(reply: Reply, signal = new AbortController().signal) {
  server.reply = () => reply;
  const received: unknown[] = [];
  const outcome: unknown = await ask(countdown, { host: 'bücher.example' }, signal, (part) =>
    received.push(part),
  ).catch((error: unknown) => error);
  return { received, outcome };
}

describe('a streamed answer', () => {
  it('is requested at the same address with the same headers, and an Accept header for events', async () => {
    const { received, outcome } = await askFor(whole(parts + event('result', envelope)));
    expect({ received, outcome }).toEqual({ received: [{ left: 1 }, { left: 0 }], outcome: answer });
    expect(server.asked.at(-1)).toBe('/api/v2/countdown?host=b%C3%BCcher.example');
    expect(server.headers).toMatchObject({ accept: 'text/event-stream', 'content-type': 'application/json' });
  });

  it('is not requested without a listener for progress', async () => {
    server.reply = () => json(200, envelope);
    await ask(countdown, { host: 'a' }, new AbortController().signal);
    expect(server.headers.accept).not.toContain('text/event-stream');
  });

  it('may still arrive as a single response', async () => {
    expect(await askFor(json(200, envelope))).toEqual({ received: [], outcome: answer });
  });

  it('is received incrementally, byte by byte, with any line ends and heartbeats', async () => {
    const text = `: hello\n\n${parts}: still here\n\n${event('result', envelope)}`.replaceAll('\n', '\r\n');
    const slowly = stream(async (response) => {
      for (const byte of Buffer.from(text)) {
        response.write(Buffer.of(byte));
        await turn();
      }
      response.end();
    });
    expect(await askFor(slowly)).toEqual({ received: [{ left: 1 }, { left: 0 }], outcome: answer });
  });

  it('passes on each part immediately', async () => {
    let open: ServerResponse | undefined;
    server.reply = () =>
      stream((response) => {
        open = response;
        response.write(event('progress', { left: 1 }));
      });
    const received = vi.fn();
    const asked = ask(countdown, { host: 'a' }, new AbortController().signal, received);
    await vi.waitFor(() => expect(received).toHaveBeenCalledExactlyOnceWith({ left: 1 }));
    open?.end(event('result', envelope));
    expect(await asked).toEqual(answer);
  });

  it('ignores parts that do not fit the contract, and events of other names', async () => {
    const strange = `${event('progress', { left: 'x' })}event: progress\ndata: {\n\n${event('news', {})}data: {}\n\n`;
    expect(await askFor(whole(strange + parts + event('result', envelope)))).toEqual({
      received: [{ left: 1 }, { left: 0 }],
      outcome: answer,
    });
  });

  it('ends with its result: later events are ignored and the connection is closed', async () => {
    const closed = vi.fn();
    const { received, outcome } = await askFor(
      stream((response) => {
        response.on('close', closed);
        response.write(event('result', envelope) + parts + event('failure', failure));
      }),
    );
    expect({ received, outcome }).toEqual({ received: [], outcome: answer });
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  });
});

describe('a streamed answer that fails', () => {
  it('before the first part is an ordinary failure with its status', async () => {
    const { outcome } = await askFor(json(504, failure));
    expect(outcome).toMatchObject({ stage: 'envelope', status: 504, serverMessage: 'Too late.' });
  });

  it("after some parts keeps the failure's code and reason", async () => {
    const { received, outcome } = await askFor(whole(parts + event('failure', failure)));
    expect(received).toHaveLength(2);
    expect(outcome).toMatchObject({
      stage: 'envelope',
      code: 'ERR_BAD_RESPONSE',
      serverMessage: 'Too late.',
      failure: { code: 'timeout', reason: 'timeout' },
    });
  });

  it('with a result that does not fit the contract is unreadable', async () => {
    const { outcome } = await askFor(whole(event('result', { ...envelope, _data: { host: 1 } })));
    expect(outcome).toMatchObject({ stage: 'unreadable', code: 'ERR_BAD_RESPONSE' });
  });

  it.each([
    ['an end', whole(parts)],
    ['an end within the result', whole(`${parts}event: result\ndata: ${JSON.stringify(envelope)}\n`)],
  ])('with %s is unreadable', async (_name, reply) => {
    const { outcome } = await askFor(reply);
    expect(outcome).toBeInstanceOf(AskError);
    expect(outcome).toMatchObject({ stage: 'unreadable', code: 'ERR_BAD_RESPONSE' });
  });

  it('R8.27 because its connection broke is a network error', async () => {
    const { received, outcome } = await askFor(
      stream((response) => response.write(parts, () => response.socket?.resetAndDestroy())),
    );
    expect(received).toHaveLength(2);
    expect(outcome).toMatchObject({ stage: 'no-response', code: 'ERR_NETWORK', status: null });
  });

  it('R8.29 because its signal aborted: the request is cancelled, and nothing more is received', async () => {
    const caller = new AbortController();
    const closed = vi.fn();
    server.reply = () =>
      stream((response) => {
        response.on('close', closed);
        response.write(parts);
      });
    const received = vi.fn(() => caller.abort());
    const asked = ask(countdown, { host: 'a' }, caller.signal, received);
    await expect(asked).rejects.toMatchObject({ code: 'ERR_CANCELED', stage: 'no-response' });
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    expect(received).toHaveBeenCalledOnce();
  });
});

describe('an encrypted streamed answer', () => {
  const encrypted = (name: string, data: unknown) => event(name, encrypt(JSON.stringify(data)));

  it('R4.27 R7.13 has one key with which each part is decrypted', async () => {
    const text =
      encrypted('progress', { left: 1 }) + encrypted('progress', { left: 0 }) + encrypted('result', envelope);
    expect(await askFor(whole(text, encryptionHeaders()))).toEqual({
      received: [{ left: 1 }, { left: 0 }],
      outcome: answer,
    });
  });

  it('R8.2 fails at the first part without a key', async () => {
    const { received, outcome } = await askFor(
      whole(encrypted('progress', { left: 1 }) + encrypted('result', envelope)),
    );
    expect(received).toEqual([]);
    expect(outcome).toMatchObject({ stage: 'encrypted' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('Missing encryption key in response headers'));
  });
});

describe('events in chunks of any size', () => {
  it('are parsed alike', async () => {
    const names = fc.constantFrom('progress', 'heartbeat', 'other');
    const streams = fc.record({
      sent: fc.array(fc.record({ name: names, data: fc.string({ unit: 'grapheme' }) }), { maxLength: 8 }),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      cuts: fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
    });
    await fc.assert(
      fc.asyncProperty(streams, async ({ sent, lineEnd, cuts }) => {
        const lines = sent.flatMap(({ name, data }) =>
          name === 'heartbeat' ? [': still here', ''] : [`event: ${name}`, `data: ${JSON.stringify(data)}`, ''],
        );
        // One more line, because a CR at the very end may be half of a line ending.
        const text = [...lines, 'event: result', 'data: "end"', '', ':', ''].join(lineEnd);
        const received: unknown[] = [];
        const read = async (json: string): Promise<unknown> => JSON.parse(json);
        const end = await readEvents(inPieces(Buffer.from(text), cuts), read, (part) => received.push(part));
        expect(end).toBe('end');
        expect(received).toEqual(sent.flatMap(({ name, data }) => (name === 'progress' ? [data] : [])));
      }),
      { numRuns: 300 },
    );
  });

  it('without an end are not buffered without limit', async () => {
    const line = new Uint8Array(1024 * 1024).fill(97);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(line);
      },
    });
    await expect(
      readEvents(
        endless,
        async (text) => text,
        () => undefined,
      ),
    ).rejects.toThrow();
    expect(pulled).toBeLessThan(32);
  });
});

function inPieces(bytes: Uint8Array<ArrayBuffer>, cuts: Iterator<number>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const end = at + Number(cuts.next().value);
      controller.enqueue(bytes.slice(at, end));
      at = end;
    },
  });
}
