import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { queryClient } from '../../browser/api/query-client.ts';
import { keepEarlySubmit } from '../../browser/page/early-submit.ts';
import { openAt } from '../../testing/api-stub.ts';
import { useLookup } from './use-lookup.ts';
import { useLookupForm } from './use-lookup-form.ts';

const rules = {
  param: 'domain',
  read: (text: string) => ({ target: text.toLowerCase() }),
  looksWrong: () => false,
};
const lookUp = vi.fn(async (target: string) => `answer of ${target}`);
const onRunning = () => {};

afterEach(() => {
  cleanup();
  queryClient.clear();
  lookUp.mockClear();
});

/** The page of a tool that runs by itself or waits for a press. */
function Page({ waits }: { readonly waits: boolean }) {
  const form = useLookupForm({ ...rules, waitsForPress: waits });
  return (
    <>
      <button type="button" onClick={() => form.choose('A.example')}>
        a
      </button>
      <button type="button" onClick={() => form.choose('b.example')}>
        b
      </button>
      <button type="button" onClick={form.cancel}>
        cancel
      </button>
      {form.asked && <Result {...form.asked} enabled={!waits || form.asked.submitCount > 0} />}
    </>
  );
}

function Result({
  target,
  submitCount,
  enabled,
}: {
  readonly target: string;
  readonly submitCount: number;
  readonly enabled: boolean;
}) {
  const options = { queryKey: ['waiting', target] as const, queryFn: () => lookUp(target), enabled };
  const { answer } = useLookup(options, submitCount, onRunning);
  return <p>{answer?.data ?? `nothing of ${target}`}</p>;
}

const open = (path: string, waits: boolean) => {
  openAt(`http://127.0.0.1${path}`);
  render(<Page waits={waits} />);
};
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const asked = () => lookUp.mock.calls.map(([target]) => target);

it('runs by itself from a link', async () => {
  open('/x?domain=a.example', false);
  expect(await screen.findByText('answer of a.example')).toBeDefined();
  expect(asked()).toEqual(['a.example']);
});

it('waits for a press if the tool requires it, and requests at each press', async () => {
  open('/x?domain=a.example', true);
  expect(await screen.findByText('nothing of a.example')).toBeDefined();
  expect(asked()).toEqual([]);
  await press('a');
  expect(await screen.findByText('answer of a.example')).toBeDefined();
  await waitFor(() => expect(asked()).toHaveLength(1));
  await press('a');
  await waitFor(() => expect(asked()).toEqual(['a.example', 'a.example']));
});

it('waits for a press again when a link leads to another target, before a lookup and after a cancelled one', async () => {
  open('/x', true);
  await press('a');
  expect(await screen.findByText('answer of a.example')).toBeDefined();
  act(() => navigate('/x?domain=b.example'));
  expect(await screen.findByText('nothing of b.example')).toBeDefined();
  await press('a');
  await waitFor(() => expect(asked()).toHaveLength(2));
  await press('cancel');
  act(() => navigate('/x'));
  act(() => navigate('/x?domain=c.example'));
  expect(await screen.findByText('nothing of c.example')).toBeDefined();
  expect(asked()).toEqual(['a.example', 'a.example']);
});

it.each([true, false])(
  'keeps the previous answer while another one loads, waiting for a press or not: %s',
  async (waits) => {
    open('/x', waits);
    await press('a');
    expect(await screen.findByText('answer of a.example')).toBeDefined();
    lookUp.mockReturnValueOnce(new Promise(() => undefined));
    await press('b');
    await waitFor(() => expect(asked()).toEqual(['a.example', 'b.example']));
    expect(screen.getByText('answer of a.example')).toBeDefined();
  },
);

it('shows an existing answer without a press', async () => {
  open('/x', true);
  await press('a');
  expect(await screen.findByText('answer of a.example')).toBeDefined();
  cleanup();
  open('/x?domain=a.example', true);
  expect(await screen.findByText('answer of a.example')).toBeDefined();
  expect(asked()).toHaveLength(1);
});

it.each([
  ['/x?domain=a.example', ['a.example']],
  ['/x?domain=b.example', []],
])(
  'counts a form submitted before the script was loaded as a press, only on the page it led to: %s',
  async (path, expected) => {
    onAnotherPage(() => keepEarlySubmit('/x?domain=a.example'));
    open(path, true);
    expect(await screen.findByText(expected.length > 0 ? /^answer of/ : /^nothing of/)).toBeDefined();
    expect(asked()).toEqual(expected);
    cleanup();
    queryClient.clear();
    open(path, true);
    expect(await screen.findByText(/^nothing of/)).toBeDefined();
  },
);

it('leaves a form submitted before the script was loaded to the page it leads to', async () => {
  keepEarlySubmit('/x?domain=a.example');
  // The page on which the button was pressed may still start its app before it is left.
  open('/x?domain=a.example', true);
  expect(await screen.findByText(/^nothing of/)).toBeDefined();
  cleanup();
  onAnotherPage(() => open('/x?domain=a.example', true));
  expect(await screen.findByText('answer of a.example')).toBeDefined();
});

it('ignores a press that is too old', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 61_000);
  onAnotherPage(() => keepEarlySubmit('/x?domain=a.example'));
  now.mockRestore();
  open('/x?domain=a.example', true);
  expect(await screen.findByText(/^nothing of/)).toBeDefined();
});

/** Runs `work` as on a page that was opened at another time. */
function onAnotherPage(work: () => void): void {
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin - 1000, configurable: true });
  work();
  Reflect.deleteProperty(performance, 'timeOrigin');
}
