import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { keepEarlyInput } from '../../browser/page/early-input.ts';
import { LOADED } from '../../testing/wait-limits.ts';
import { Shell } from '../shell.tsx';

afterEach(cleanup);

async function openPalette() {
  const { hook, searchHook, history } = memoryLocation({ path: '/', record: true });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <Shell pageTitle="IP Tracker">content</Shell>
    </Router>,
  );
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  return { user, history, field: await screen.findByRole('combobox', {}, LOADED) };
}

const chosen = () => screen.getByRole('option', { selected: true });

const ctrlK = () => new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true });

describe('the palette', () => {
  it('does not have its text checked for spelling', async () => {
    const { field } = await openPalette();
    expect(field.getAttribute('spellcheck')).toBe('false');
  });

  it('receives text typed before it is loaded', async () => {
    const page = new AbortController();
    const listen = window.addEventListener.bind(window);
    const { signal } = page;
    vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => listen(type, listener, { signal }));
    keepEarlyInput();
    vi.unstubAllGlobals();
    render(
      <Shell pageTitle="IP Tracker">
        <input aria-label="Domain name" />
      </Shell>,
    );
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Domain name' });
    field.focus();
    // Synchronous, so that the palette cannot open in between.
    const press = (key: string) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    document.dispatchEvent(ctrlK());
    const passedOn = [...'www.plain.test'].filter(press);
    expect(passedOn).toEqual([]);
    const combobox = await screen.findByRole<HTMLInputElement>('combobox', {}, LOADED);
    await waitFor(() => expect(combobox.value).toBe('www.plain.test'));
    page.abort();
  });

  it('stays closed when Ctrl K is pressed again before it is loaded', async () => {
    render(<Shell pageTitle="IP Tracker">content</Shell>);
    await act(async () => {
      document.dispatchEvent(ctrlK());
      document.dispatchEvent(ctrlK());
      await import('./palette.tsx');
    });
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('opens and closes on Ctrl K', async () => {
    const { user } = await openPalette();
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('moves through its options with the arrow keys, wrapping at both ends', async () => {
    const { user, field } = await openPalette();
    await user.type(field, 'i');
    const options = screen.getAllByRole('option');
    expect(chosen()).toBe(options[0]);
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toBe(options.at(-1));
    expect(field.getAttribute('aria-activedescendant')).toBe(chosen().id);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(chosen()).toBe(options[1]);
  });

  it('goes to the chosen tool on Enter', async () => {
    const { user, history, field } = await openPalette();
    await user.type(field, 'mac id{Enter}');
    expect(history.at(-1)).toBe('/mac');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('looks up the typed target', async () => {
    const { user, history, field } = await openPalette();
    await user.type(field, 'example.com');
    await user.click(screen.getByRole('option', { name: /DNS Lookup/ }));
    expect(history.at(-1)).toBe('/dns?domain=example.com');
  });

  it('says when nothing matches', async () => {
    const { user, field } = await openPalette();
    await user.type(field, '???{Enter}');
    expect(screen.getByText(/No tool or page matches/)).toBeTruthy();
    expect(field.getAttribute('aria-expanded')).toBe('false');
  });
});
