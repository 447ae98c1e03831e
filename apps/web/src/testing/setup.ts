import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import { WAIT_LIMIT_MS } from './wait-limits.ts';

// Several test files share a process, because loading React and the DOM takes longer than most tests. Each file gets
// its own modules and an empty document; this removes what the previous one left behind.
cleanup();
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
localStorage.clear();
sessionStorage.clear();
for (const element of [document.documentElement, document.head, document.body]) {
  for (const { name } of [...element.attributes]) element.removeAttribute(name);
}
document.head.replaceChildren();
document.body.replaceChildren();
configure({
  asyncUtilTimeout: WAIT_LIMIT_MS,
  defaultHidden: false,
  // Without the whole document, which would be written out for every attempt of a wait: `screen.debug()` shows it.
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});

// Modules add listeners to the window when they are loaded; those of this file must not run in the next one.
const ended = new AbortController();
const listen = window.addEventListener;
window.addEventListener = (
  type: string,
  listener: EventListenerOrEventListenerObject,
  options: boolean | AddEventListenerOptions = {},
) => {
  const { signal, ...given } = typeof options === 'boolean' ? { capture: options } : options;
  listen(type, listener, { ...given, signal: AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]) });
};
afterAll(() => {
  ended.abort();
  window.addEventListener = listen;
});

// Vitest has a setting for `expect.poll` and none for these; their default is one second.
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? WAIT_LIMIT_MS);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? WAIT_LIMIT_MS);
