import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { useLookupParts } from './lookup-parts.ts';

/** One attempt, controlled by the test in place of a server. */
interface Try {
  readonly of: string;
  readonly signal: AbortSignal;
  tell(part: number): void;
  end(answer: string): void;
  fail(error: Error): void;
}

let tries: Try[] = [];
const addParts = vi.fn((sum: readonly number[] | null, parts: readonly number[]) => [...(sum ?? []), ...parts]);

beforeEach(() => {
  tries = [];
  addParts.mockClear();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

function start(retry: number | false = false) {
  const onRunning = vi.fn();
  const view = renderHook(
    ({ target, submitCount }) =>
      useLookupParts<string, number, readonly number[]>(
        {
          queryKey: ['count', target],
          queryFn: ({ signal, onPart }) =>
            new Promise((resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
              tries.push({ of: target, signal, tell: onPart, end: resolve, fail: reject });
            }),
          retry,
          retryDelay: 0,
          addParts,
        },
        submitCount,
        onRunning,
      ),
    { initialProps: { target: 'a', submitCount: 1 } },
  );
  return { ...view, onRunning, now: () => view.result.current };
}

async function nextTry(count: number): Promise<Try> {
  await waitFor(() => expect(tries).toHaveLength(count));
  return tries[count - 1] as Try;
}
const aFrame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

it('returns the draft, then the answer', async () => {
  const { now } = start();
  const first = await nextTry(1);
  expect(now()).toMatchObject({ isBusy: true, draft: null, answer: null });
  first.tell(1);
  await waitFor(() => expect(now().draft).toEqual([1]));
  first.tell(2);
  await waitFor(() => expect(now().draft).toEqual([1, 2]));
  first.end('two');
  await waitFor(() => expect(now()).toMatchObject({ isBusy: false, draft: null, answer: { data: 'two' } }));
  expect(tries).toHaveLength(1);
});

it('adds the parts of one frame together', async () => {
  const { now } = start();
  const first = await nextTry(1);
  const many = Array.from({ length: 1000 }, (_, index) => index);
  for (const part of many) first.tell(part);
  await waitFor(() => expect(now().draft).toEqual(many));
  expect(addParts).toHaveBeenCalledOnce();
});

it('keeps the previous answer until the first part of a new submit, which starts without parts', async () => {
  const { now, rerender } = start();
  const first = await nextTry(1);
  first.tell(1);
  first.end('one');
  await waitFor(() => expect(now().isBusy).toBe(false));
  rerender({ target: 'a', submitCount: 2 });
  const second = await nextTry(2);
  expect(now()).toMatchObject({ isBusy: true, draft: null, answer: { data: 'one' } });
  second.tell(7);
  await waitFor(() => expect(now().draft).toEqual([7]));
});

it("keeps its key from the first part to the answer, and differs from the previous lookup's", async () => {
  const { now, rerender } = start();
  const first = await nextTry(1);
  first.tell(1);
  await waitFor(() => expect(now().draft).toEqual([1]));
  const { run } = now();
  first.end('one');
  await waitFor(() => expect(now().isBusy).toBe(false));
  expect(now().run).toBe(run);
  rerender({ target: 'a', submitCount: 2 });
  const second = await nextTry(2);
  expect(now()).toMatchObject({ isBusy: true, run });
  second.end('as a whole');
  await waitFor(() => expect(now().isBusy).toBe(false));
  expect(now().run).not.toBe(run);
});

it('ignores a replaced lookup, and ends its stream', async () => {
  const { now, rerender } = start();
  const first = await nextTry(1);
  first.tell(1);
  await waitFor(() => expect(now().draft).toEqual([1]));
  rerender({ target: 'b', submitCount: 2 });
  expect(now().draft).toBeNull();
  const second = await nextTry(2);
  expect([first.signal.aborted, second.of]).toEqual([true, 'b']);
  first.tell(2);
  second.tell(8);
  await waitFor(() => expect(now().draft).toEqual([8]));
});

it('drops a part that arrives together with the end of the lookup', async () => {
  const { now, rerender } = start();
  const first = await nextTry(1);
  first.end('nothing');
  await waitFor(() => expect(now().isBusy).toBe(false));
  first.tell(1);
  rerender({ target: 'a', submitCount: 2 });
  await nextTry(2);
  await aFrame();
  expect(now().draft).toBeNull();
});

it('starts a retry without the parts of the first attempt', async () => {
  const { now } = start(1);
  const first = await nextTry(1);
  first.tell(1);
  await waitFor(() => expect(now().draft).toEqual([1]));
  first.fail(new Error('broken off'));
  const second = await nextTry(2);
  second.tell(2);
  await waitFor(() => expect(now().draft).toEqual([2]));
});

it('ends with its failure and without parts', async () => {
  const { now } = start();
  const first = await nextTry(1);
  first.tell(1);
  first.fail(new Error('too late'));
  await waitFor(() => expect(now()).toMatchObject({ isBusy: false, draft: null, error: { message: 'too late' } }));
});

it('ends the stream when it is cancelled and when its page is left', async () => {
  const { now, onRunning, unmount } = start();
  const first = await nextTry(1);
  first.tell(1);
  act(() => onRunning.mock.lastCall?.[0](null).cancel());
  await waitFor(() => expect(now()).toMatchObject({ isBusy: false, draft: null, answer: null, error: null }));
  expect(first.signal.aborted).toBe(true);
  act(() => now().askAgain());
  const second = await nextTry(2);
  unmount();
  expect(second.signal.aborted).toBe(true);
});
