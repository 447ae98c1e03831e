import { afterEach, describe, expect, it, vi } from 'vitest';
import { replayEarlyPress, themeScript } from './theme-script.ts';

const root = document.documentElement;
let page = new AbortController();
/** As in the shipped pages. */
const themeColours = ['light', 'dark']
  .map((scheme) => `<meta name="theme-color" data-scheme="${scheme}" media="(prefers-color-scheme: ${scheme})">`)
  .join('');

/** As the browser runs it in the head; its listeners go with the page. */
function runScript(): void {
  const listen = (type: string, listener: EventListener) =>
    window.addEventListener(type, listener, { signal: page.signal });
  new Function('addEventListener', themeScript)(listen);
}

afterEach(() => {
  page.abort();
  page = new AbortController();
  localStorage.clear();
  root.removeAttribute('data-theme');
  root.removeAttribute('data-consent');
  document.head.replaceChildren();
  document.body.replaceChildren();
  delete window.earlyPress;
  delete window.paletteText;
  delete window.resetToken;
  root.removeAttribute('data-session');
  history.replaceState(null, '', '/');
});

describe('the script of the head', () => {
  it.each([
    ['light', 'light'],
    ['dark', 'dark'],
    ['purple', undefined],
  ])('makes the stored theme %s the attribute %s', (stored, attribute) => {
    localStorage.setItem('theme', stored);
    runScript();
    expect(root.dataset['theme']).toBe(attribute);
  });

  it.each([
    ['light', ['all', 'not all']],
    ['dark', ['not all', 'all']],
    ['purple', ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
  ])('tints the browser for the stored theme %s', (stored, media) => {
    document.head.innerHTML = themeColours;
    localStorage.setItem('theme', stored);
    runScript();
    expect([...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'))).toEqual(media);
  });

  it('R2.17 R9.4 hides the cookie banner from who accepted, and only from them', () => {
    runScript();
    expect(root.hasAttribute('data-consent')).toBe(false);
    localStorage.setItem('cookieConsent', 'true');
    runScript();
    expect(root.hasAttribute('data-consent')).toBe(true);
  });

  it.each([
    ['/login?reset=token', 'token', '/login'],
    ['/login?reset=', '', '/login?reset='],
    ['/dns?reset=token', undefined, '/dns?reset=token'],
  ])('R2.29 takes the token of a reset mail out of the address: %s', (path, token, left) => {
    history.replaceState(null, '', path);
    runScript();
    expect(window.resetToken || undefined).toBe(token || undefined);
    expect(location.pathname + location.search).toBe(left);
    expect(root.hasAttribute('data-session')).toBe(left === '/login');
  });

  it('keeps a button pressed before anybody listens and presses it again', () => {
    document.body.innerHTML = '<button type="button"><b>Accept</b></button>';
    runScript();
    document.querySelector('b')?.click();
    const heard = vi.fn();
    document.querySelector('button')?.addEventListener('click', heard);
    replayEarlyPress();
    expect(heard).toHaveBeenCalledOnce();
    document.querySelector('b')?.click();
    replayEarlyPress();
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('keeps what is typed for the palette away from the page', () => {
    document.body.innerHTML = '<button type="button" class="kbar">Search</button><input>';
    runScript();
    const field = document.querySelector('input');
    const press = (key: string, ctrlKey = false) => {
      const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true });
      field?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(press('d')).toBe(false);
    expect(press('k', true)).toBe(true);
    expect([...'dnx'].map((key) => press(key))).toEqual([true, true, true]);
    expect(['Backspace', 's', 'Enter'].map((key) => press(key))).toEqual([true, true, true]);
    expect(['Tab', 'F5', 'Shift'].map((key) => press(key))).toEqual([false, false, false]);
    expect(window.paletteText).toBe('dns');
  });

  it('follows a navigation item on Space before anybody listens', () => {
    document.body.innerHTML = '<nav class="nav"><a href="#dns">DNS Lookup</a></nav>';
    runScript();
    const link = document.querySelector('a');
    const followed = vi.fn((event: Event) => event.preventDefault());
    link?.addEventListener('click', followed);
    const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
    link?.dispatchEvent(space);
    expect(followed).toHaveBeenCalledOnce();
    expect(space.defaultPrevented).toBe(true);
  });
});
