import { afterEach, describe, expect, it, vi } from 'vitest';
import { replayEarlyPress } from './browser/page/early-input.ts';
import type {} from './browser/page/reset-token.ts';
import { screens } from './tools/index.ts';

const root = document.documentElement;
let page = new AbortController();
/** As in the built pages. */
const themeColours = ['light', 'dark']
  .map((scheme) => `<meta name="theme-color" data-scheme="${scheme}" media="(prefers-color-scheme: ${scheme})">`)
  .join('');

/** Runs the script as a browser does; its listeners are removed after the test. */
async function runScript(): Promise<void> {
  const listen = window.addEventListener.bind(window);
  const { signal } = page;
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => listen(type, listener, { signal }));
  vi.resetModules();
  await import('./head.ts');
  vi.unstubAllGlobals();
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
  root.removeAttribute('data-asked');
  history.replaceState(null, '', '/');
});

describe('the script of the head', () => {
  const params = screens.flatMap(({ lookup }) => [lookup?.param, lookup?.second?.param]);
  it.each([...new Set(params.filter((param) => param !== undefined))])(
    'makes the header a bar before the first paint if the address has a target in %s',
    async (param) => {
      history.replaceState(null, '', `/?${param}=shop.test`);
      await runScript();
      expect(root.hasAttribute('data-asked')).toBe(true);
    },
  );

  it.each(['', '?q=', '?q=%20', '?type=mx'])(
    'leaves the header a banner if the address ends in "%s"',
    async (search) => {
      history.replaceState(null, '', `/${search}`);
      await runScript();
      expect(root.hasAttribute('data-asked')).toBe(false);
    },
  );

  it.each([
    ['light', 'light'],
    ['dark', 'dark'],
    ['purple', undefined],
  ])('turns the stored theme %s into the attribute %s', async (stored, attribute) => {
    localStorage.setItem('theme', stored);
    await runScript();
    expect(root.dataset['theme']).toBe(attribute);
  });

  it.each([
    ['light', ['all', 'not all']],
    ['dark', ['not all', 'all']],
    ['purple', ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
  ])("sets the browser's theme colour for the stored theme %s", async (stored, media) => {
    document.head.innerHTML = themeColours;
    localStorage.setItem('theme', stored);
    await runScript();
    expect([...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'))).toEqual(media);
  });

  it('R2.17 R9.4 hides the cookie banner from visitors who have accepted, and only from them', async () => {
    await runScript();
    expect(root.hasAttribute('data-consent')).toBe(false);
    localStorage.setItem('cookieConsent', 'true');
    await runScript();
    expect(root.hasAttribute('data-consent')).toBe(true);
  });

  it.each([
    ['/login?reset=token', 'token', '/login'],
    ['/login?reset=', '', '/login?reset='],
    ['/dns?reset=token', undefined, '/dns?reset=token'],
  ])('R2.29 takes the token of a reset mail out of the address: %s', async (path, token, left) => {
    history.replaceState(null, '', path);
    await runScript();
    expect(window.resetToken || undefined).toBe(token || undefined);
    expect(location.pathname + location.search).toBe(left);
    expect(root.hasAttribute('data-session')).toBe(left === '/login');
  });

  it('remembers a button pressed before the app listens, and presses it again', async () => {
    document.body.innerHTML = '<button type="button"><b>Accept</b></button>';
    await runScript();
    document.querySelector('b')?.click();
    const heard = vi.fn();
    document.querySelector('button')?.addEventListener('click', heard);
    replayEarlyPress();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
    document.querySelector('b')?.click();
    expect(heard).toHaveBeenCalledTimes(2);
    replayEarlyPress();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('does not let the browser follow a link of the sign-in page before the app listens, and follows it then', async () => {
    document.body.innerHTML = '<section class="auth"><a href="#sign-up">Sign up</a></section>';
    await runScript();
    const link = document.querySelector('a');
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    link?.dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    const heard = vi.fn();
    link?.addEventListener('click', heard);
    replayEarlyPress();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  });

  it('collects keys typed for the palette', async () => {
    document.body.innerHTML = '<button type="button" class="kbar">Search</button><input>';
    await runScript();
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

  it('follows a navigation item on Space before the app listens', async () => {
    document.body.innerHTML = '<nav class="nav"><a href="#dns">DNS Lookup</a></nav>';
    await runScript();
    const link = document.querySelector('a');
    const followed = vi.fn((event: Event) => event.preventDefault());
    link?.addEventListener('click', followed);
    const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
    link?.dispatchEvent(space);
    expect(followed).toHaveBeenCalledOnce();
    expect(space.defaultPrevented).toBe(true);
  });
});
