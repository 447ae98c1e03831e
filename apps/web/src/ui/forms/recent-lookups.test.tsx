import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetLookups, rememberLookup } from '../../browser/storage/recent-lookups.ts';
import { RecentLookups } from './recent-lookups.tsx';

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
  it('offers examples on a first visit', () => {
    show();
    expect(chips()).toEqual(['example.com', 'example.org']);
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });

  it('offers the recent lookups of this tool, and forgets them on Clear', async () => {
    rememberLookup({ tool: 'dns', target: 'one.example' });
    rememberLookup({ tool: 'ping', target: 'other.example' });
    show();
    expect(chips()).toEqual(['one.example']);
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(chips()).toEqual(['example.com', 'example.org']);
  });

  it('shows an IDN in both forms, as typed first', async () => {
    for (const target of ['bücher.de', 'xn--bcher-kva.de', 'plain.de']) rememberLookup({ tool: 'dns', target });
    show();
    // No chip may grow while others follow it.
    expect(chips()).toEqual(['plain.de']);
    const both = ['plain.de', 'xn--bcher-kva.de (bücher.de)', 'bücher.de (xn--bcher-kva.de)'];
    await waitFor(() => expect(chips()).toEqual(both));
    cleanup();
    show();
    expect(chips()).toEqual(both);
  });

  it('puts the running lookup in its place before it is remembered', () => {
    for (let turn = 0; turn < 8; turn++) rememberLookup({ tool: 'dns', target: `${turn}.example` });
    show(undefined, 'new.example');
    const before = chips();
    expect(before).toHaveLength(8);
    expect(before[0]).toBe('new.example');
    act(() => rememberLookup({ tool: 'dns', target: 'new.example' }));
    expect(chips()).toEqual(before);
  });

  it('shows the running lookup in place of the examples if nothing is remembered yet', () => {
    show(undefined, 'new.example');
    expect(chips()).toEqual(['new.example']);
  });

  it('has its button before the chips, reachable by mouse however many there are', () => {
    rememberLookup({ tool: 'dns', target: 'a.example' });
    show();
    const [first, second] = screen.getAllByText(/Clear|a\.example/);
    expect([first?.textContent, second?.textContent]).toEqual(['Clear', 'a.example']);
    act(() => screen.getByRole('button', { name: 'Clear' }).click());
    expect(chips()).toEqual(['example.com', 'example.org']);
  });

  it('handles a plain click on a chip and leaves other clicks to the browser', async () => {
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
