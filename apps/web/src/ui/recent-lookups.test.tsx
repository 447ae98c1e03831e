import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RecentLookups } from './recent-lookups.tsx';
import { forgetLookups, rememberLookup } from './recent-store.ts';

afterEach(() => {
  cleanup();
  forgetLookups('dns');
});

const chips = () => screen.getAllByRole('link').map((chip) => chip.textContent);

function show(onChoose = vi.fn(), current: string | null = null) {
  render(
    <RecentLookups
      tool="dns"
      current={current}
      examples={['example.com', 'example.org']}
      hrefOf={(target) => `/dns?domain=${target}`}
      onChoose={onChoose}
    />,
  );
  return onChoose;
}

describe('the row under the field', () => {
  it('offers examples to who has looked nothing up', () => {
    show();
    expect(chips()).toEqual(['example.com', 'example.org']);
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });

  it('offers what was looked up with this tool, and forgets it on Clear', async () => {
    rememberLookup({ tool: 'dns', target: 'one.example' });
    rememberLookup({ tool: 'ping', target: 'other.example' });
    show();
    expect(chips()).toEqual(['one.example']);
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(chips()).toEqual(['example.com', 'example.org']);
  });

  it('has what is being looked up in its place before it is remembered', () => {
    for (let turn = 0; turn < 8; turn++) rememberLookup({ tool: 'dns', target: `${turn}.example` });
    show(undefined, 'new.example');
    const before = chips();
    expect(before).toHaveLength(8);
    expect(before[0]).toBe('new.example');
    act(() => rememberLookup({ tool: 'dns', target: 'new.example' }));
    expect(chips()).toEqual(before);
  });

  it('has it also where nothing is remembered yet, in place of the examples', () => {
    show(undefined, 'new.example');
    expect(chips()).toEqual(['new.example']);
  });

  it('has its button before the chips, where a mouse reaches it however many there are', () => {
    rememberLookup({ tool: 'dns', target: 'a.example' });
    show();
    const [first, second] = screen.getAllByText(/Clear|a\.example/);
    expect([first?.textContent, second?.textContent]).toEqual(['Clear', 'a.example']);
    act(() => screen.getByRole('button', { name: 'Clear' }).click());
    expect(chips()).toEqual(['example.com', 'example.org']);
  });

  it('looks a chip up here on a plain click and leaves the others to the browser', async () => {
    const onChoose = show();
    const chip = screen.getByRole('link', { name: 'example.org' });
    const user = userEvent.setup();
    await user.click(chip);
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('example.org');
    chip.addEventListener('click', (event) => event.preventDefault());
    await user.keyboard('{Control>}');
    await user.click(chip);
    expect(onChoose).toHaveBeenCalledOnce();
  });
});
