import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openAt } from '../../testing/api-stub.ts';
import { Search } from '../../ui/icons/lucide/search.ts';
import type { ScreenCard } from '../screens/screen-card.ts';
import { lazyResult } from './lazy-result.tsx';
import { LookupPage, type ResultProps } from './lookup-page.tsx';
import { type Asked, useLookupForm } from './use-lookup-form.ts';

const card: ScreenCard = {
  id: 'probe',
  path: '/x',
  group: 'domain',
  name: 'Probe',
  title: 'Probe',
  subtitle: null,
  icon: Search,
  status: 'live',
  features: [],
  lookup: { param: 'domain' },
  load: async () => ({ Page: () => null, description: '' }),
};

afterEach(cleanup);

/**
 * Opens a page whose result chunk loads when the test says so; `begun` records every lookup with which the result
 * starts.
 */
function open(path: string, waitsForPress: boolean, keepsCancelled = false) {
  openAt(`http://127.0.0.1${path}`);
  const begun: string[] = [];
  function Result({ asked: { target, submitCount, isCancelled } }: ResultProps<Asked>) {
    if (isCancelled) return <p>cancelled: {target}</p>;
    if (submitCount > 0 || !waitsForPress) begun.push(target);
    return <p>result of {target}</p>;
  }
  let codeCame = () => {};
  const code = new Promise<{ Result: typeof Result }>((resolve) => {
    codeCame = () => resolve({ Result });
  });
  const result = lazyResult(() => code, 'no code');
  const rules = {
    param: 'domain',
    read: (text: string) => (text === '' ? { message: 'blank' } : { target: text }),
    looksWrong: () => false,
    waitsForPress,
    keepsCancelled,
  };
  function Page() {
    const form = useLookupForm(rules);
    return (
      <LookupPage
        screen={card}
        form={form}
        label="Domain"
        placeholder=""
        button={<button type="submit">{form.isBusy ? 'busy' : 'go'}</button>}
        about="What it measures."
        examples={['example.com']}
        loading={<p>loading</p>}
        notStarted={<p>not started</p>}
        result={result}
      />
    );
  }
  render(<Page />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Domain' });
  return { field, user: userEvent.setup(), begun, codeComes: () => act(async () => codeCame()) };
}

describe('while the code of the result is loading', () => {
  it('a lookup counts as running, and Escape cancels it', async () => {
    const { field, user, begun, codeComes } = open('/x', false);
    await user.type(field, 'a.example{Enter}');
    expect(screen.getByText('loading')).toBeDefined();
    expect(screen.getByRole('button', { name: 'busy' })).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('loading')).toBeNull();
    expect(screen.getByRole('button', { name: 'go' })).toBeDefined();
    await waitFor(() => expect(location.search).toBe(''));
    expect(field.value).toBe('a.example');
    await codeComes();
    expect(begun).toEqual([]);
  });

  it('so does a lookup started by a link', async () => {
    const { user, begun, codeComes } = open('/x?domain=a.example', false);
    expect(await screen.findByRole('button', { name: 'busy' })).toBeDefined();
    await user.keyboard('{Escape}');
    expect(location.search).toBe('');
    await codeComes();
    expect(begun).toEqual([]);
  });

  it('a link that waits for a press runs after it, and waits again once cancelled', async () => {
    const { user, field, begun, codeComes } = open('/x?domain=a.example', true);
    expect(screen.queryByText('loading')).toBeNull();
    expect(screen.getByRole('button', { name: 'go' })).toBeDefined();
    await user.type(field, '{Enter}');
    expect(screen.getByRole('button', { name: 'busy' })).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'go' })).toBeDefined();
    await codeComes();
    expect(screen.getByText('result of a.example')).toBeDefined();
    expect(begun).toEqual([]);
  });

  it('a tool that keeps cancelled lookups shows the cancelled one, and starts it with the next submit', async () => {
    const { user, field, begun, codeComes } = open('/x', true, true);
    await user.type(field, 'a.example{Enter}{Escape}');
    expect(screen.getByText('not started')).toBeDefined();
    expect(screen.getByRole('button', { name: 'go' })).toBeDefined();
    expect(location.search).toBe('?domain=a.example');
    await codeComes();
    expect(screen.getByText('cancelled: a.example')).toBeDefined();
    expect(begun).toEqual([]);
    await user.type(field, '{Enter}');
    expect(screen.getByText('result of a.example')).toBeDefined();
    expect(begun).toContain('a.example');
  });

  it('another target replaces the first', async () => {
    const { field, user, begun, codeComes } = open('/x', true);
    await user.type(field, 'a.example{Enter}');
    await user.clear(field);
    await user.type(field, 'b.example{Enter}');
    await codeComes();
    expect(new Set(begun)).toEqual(new Set(['b.example']));
  });
});

it('says so if the code cannot be loaded', async () => {
  openAt('http://127.0.0.1/x?domain=a.example');
  const { Result } = lazyResult<object>(() => Promise.reject(new Error('gone')), 'no code');
  render(<Result fallback={null} />);
  expect((await screen.findByRole('alert')).textContent).toContain('no code');
});
