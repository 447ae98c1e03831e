import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClientGone, startRequestDeadline } from './request-deadline.ts';
import { stoppingFailure } from './stopping.ts';

const reply = (destroyed = false) =>
  ({ raw: new EventEmitter(), request: { raw: { socket: { destroyed } } } }) as unknown as FastifyReply;

describe('the deadline of a request', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('passes with a timeout after its budget', () => {
    const { signal } = startRequestDeadline(reply(), 25_000, new AbortController().signal);
    vi.advanceTimersByTime(24_999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ name: 'ToolError', code: 'timeout' });
  });

  it('passes when the client closes the connection', () => {
    const call = reply();
    const { signal } = startRequestDeadline(call, 25_000, new AbortController().signal);
    call.raw.emit('close');
    expect(signal.reason).toBeInstanceOf(ClientGone);
  });

  it('has passed for a client that left while its allowance was taken from the shared store', () => {
    const { signal } = startRequestDeadline(reply(true), 25_000, new AbortController().signal);
    expect(signal.reason).toBeInstanceOf(ClientGone);
  });

  it('passes when the server stops, or is already stopping', () => {
    const stopping = new AbortController();
    const { signal } = startRequestDeadline(reply(), 25_000, stopping.signal);
    stopping.abort(stoppingFailure());
    expect(signal.reason).toMatchObject({ code: 'busy' });
    expect(startRequestDeadline(reply(), 25_000, stopping.signal).signal.aborted).toBe(true);
  });

  it('leaves no listeners behind once released', () => {
    const call = reply();
    const stopping = new AbortController();
    const { signal, release } = startRequestDeadline(call, 25_000, stopping.signal);
    release();
    call.raw.emit('close');
    stopping.abort();
    vi.advanceTimersByTime(30_000);
    expect(signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
