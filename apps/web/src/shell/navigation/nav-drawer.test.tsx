import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { Shell } from '../shell.tsx';

let grow = () => {};
beforeEach(() => {
  const listeners = new Set<() => void>();
  grow = () =>
    act(() => {
      for (const listener of listeners) listener();
    });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    addEventListener: (_: string, listener: () => void) => query === '(min-width: 768px)' && listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openDrawer() {
  const { hook, history } = memoryLocation({ path: '/ping', record: true });
  render(
    <Router hook={hook}>
      <Shell pageTitle="Ping">content</Shell>
    </Router>,
  );
  const button = screen.getByRole('button', { name: 'Open menu' });
  await userEvent.click(button);
  return { button, history, drawer: screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menu' }) };
}

describe('the drawer', () => {
  it('opens on its button, with the focus on the current item', async () => {
    const { button, drawer } = await openDrawer();
    expect(drawer.open).toBe(true);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(within(drawer).getByRole('link', { name: 'Ping' }));
  });

  it('R2.11 R4.6 closes when an item is chosen, also by Space', async () => {
    const { button, drawer, history } = await openDrawer();
    within(drawer).getByRole('link', { name: 'DNS Lookup' }).focus();
    await userEvent.keyboard(' ');
    expect(history).toEqual(['/ping', '/dns']);
    expect(drawer.open).toBe(false);
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('R2.12 closes when the window becomes wide enough for the sidebar', async () => {
    const { button, drawer } = await openDrawer();
    grow();
    expect(drawer.open).toBe(false);
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('closes on its own button', async () => {
    const { drawer } = await openDrawer();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Close menu' }));
    expect(drawer.open).toBe(false);
  });
});
