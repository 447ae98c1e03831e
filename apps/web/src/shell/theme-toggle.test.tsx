import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ThemeToggle } from './theme-toggle.tsx';

const root = document.documentElement;

afterEach(() => {
  cleanup();
  localStorage.clear();
  root.removeAttribute('data-theme');
  document.head.replaceChildren();
});

describe('the theme toggle', () => {
  it('cycles through system, light and dark, and remembers the choice', async () => {
    render(<ThemeToggle />);
    const states = [];
    for (let press = 0; press < 3; press++) {
      await userEvent.click(screen.getByRole('button'));
      states.push([root.dataset['theme'], localStorage.getItem('theme')]);
    }
    expect(states).toEqual([
      ['light', 'light'],
      ['dark', 'dark'],
      [undefined, null],
    ]);
  });

  it("sets the browser's theme colour to the chosen theme, or to the system's without a choice", async () => {
    document.head.innerHTML = ['light', 'dark']
      .map((scheme) => `<meta name="theme-color" data-scheme="${scheme}" media="(prefers-color-scheme: ${scheme})">`)
      .join('');
    render(<ThemeToggle />);
    const media = [];
    for (let press = 0; press < 3; press++) {
      await userEvent.click(screen.getByRole('button'));
      media.push([...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media')));
    }
    expect(media).toEqual([
      ['all', 'not all'],
      ['not all', 'all'],
      ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'],
    ]);
  });

  it('names the current and the next theme', () => {
    root.dataset['theme'] = 'dark';
    render(<ThemeToggle />);
    expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Theme: dark. Switch to system');
  });
});
