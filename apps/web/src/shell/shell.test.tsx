import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Shell } from './shell.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the shell', () => {
  it('R2.1 has sidebar, page, footer and cookie banner in this order', () => {
    const { container } = render(<Shell pageTitle="Ping">the page</Shell>);
    const parts = [...container.querySelectorAll('.side, main, footer, .cookie')];
    expect(parts.map(({ className, tagName }) => className || tagName)).toEqual(['side', 'content', 'foot', 'cookie']);
  });

  it('R2.13 R2.14 R2.15 R9.3 has a footer with the contact address, the privacy policy and the year of the specification', () => {
    window.history.replaceState(null, '', '/');
    render(<Shell pageTitle="Ping">the page</Shell>);
    const footer = screen.getByRole('contentinfo');
    const hrefs = [...footer.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual([
      ...['mailto:contact@example.com', '/privacy-policy'],
      // Not specified, and otherwise hard to find. The documents are those of the tool of the page.
      ...['/lists', '/certificate', '/api/docs/geo'],
    ]);
    expect(footer.textContent).toContain('© 2024 Sonde');
  });

  it('has a skip link to the content', () => {
    render(<Shell pageTitle="Ping">the page</Shell>);
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
    expect(screen.getByRole('main').id).toBe('main');
  });

  it('on a new page moves the focus to the content, scrolls to the top and announces the title', () => {
    const scroll = vi.spyOn(window, 'scrollTo').mockReturnValue();
    const { rerender } = render(<Shell pageTitle="Ping">one</Shell>);
    expect(document.activeElement).toBe(document.body);
    rerender(<Shell pageTitle="DNS Lookup">two</Shell>);
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
    expect(screen.getByRole('status').textContent).toBe('DNS Lookup');
  });

  it('keeps working when a page fails, and shows the next one', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const Broken = () => {
      throw new Error('broken');
    };
    const { rerender } = render(
      <Shell pageTitle="Ping">
        <Broken />
      </Shell>,
    );
    expect(screen.getByRole('alert').textContent).toContain('This page could not be shown');
    expect(screen.getByRole('navigation', { name: 'Tools' })).toBeTruthy();
    rerender(<Shell pageTitle="DNS Lookup">works</Shell>);
    expect(screen.getByRole('main').textContent).toBe('works');
  });
});
