import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { App } from './app.tsx';
import { routeAt } from './routes.tsx';
import { LOADED } from './testing/wait-limits.ts';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A page's module is compiled on first use. */
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, LOADED);

describe('the app', () => {
  it('goes from page to page, loaded before or not, without an error from React', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue();
    const { hook, searchHook, navigate } = memoryLocation({ path: '/privacy-policy' });
    await act(async () => {
      render(
        <Router hook={hook} searchHook={searchHook}>
          <App />
        </Router>,
      );
    });
    await heading('Privacy Policy');
    for (const path of ['/dns', '/ping', '/dns']) {
      const { title } = routeAt(path);
      await act(async () => navigate(path));
      await heading(title);
      expect(document.title).toBe(`${title} · Sonde`);
    }
    expect(complaint.mock.calls).toEqual([]);
  });

  it('says that a page cannot be shown if its chunk is missing, and requests it no more than twice', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const load = vi.spyOn(routeAt('/whois'), 'load').mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error('The chunk is missing.');
    });
    const { hook, searchHook, navigate } = memoryLocation({ path: '/privacy-policy' });
    render(
      <Router hook={hook} searchHook={searchHook}>
        <App />
      </Router>,
    );
    await heading('Privacy Policy');
    await act(async () => navigate('/whois'));
    await screen.findByText('This page could not be shown');
    expect(load.mock.calls.length).toBeLessThanOrEqual(2);

    // Offline, a reload would leave an empty page, so the page is tried again in place.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    load.mockRestore();
    const { title } = routeAt('/whois');
    await vi.waitFor(async () => {
      const button = screen.queryByRole('button', { name: 'Try again' });
      await act(async () => button?.click());
      expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined();
    }, LOADED.timeout);
  });
});
