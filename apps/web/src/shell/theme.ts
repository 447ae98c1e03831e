import { useSyncExternalStore } from 'react';
import { readStored, store } from './storage.ts';

export const THEME_KEY = 'theme';
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

/** The attribute is the state: the script in the head has set it from storage before the first paint. */
function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** The browser's own bars: one `theme-color` for each scheme. The script in the head does the same for a stored choice. */
function tintBrowser(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const scheme = meta.dataset['scheme'];
    const chosen = scheme === theme ? 'all' : 'not all';
    meta.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen);
  }
}

export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  tintBrowser(theme);
  store('local', THEME_KEY, theme === 'system' ? null : theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  /** Another tab changed it. */
  function onStorage({ key }: StorageEvent) {
    if (key !== THEME_KEY) return;
    const stored = readStored('local', THEME_KEY);
    chooseTheme(themes.find((theme) => theme === stored) ?? 'system');
  }
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system');
}
