import { useSyncExternalStore } from 'react';
import { tintBrowser } from '../page/tint-browser.ts';
import { THEME_KEY } from './keys.ts';
import { readStored, store } from './storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

/** The attribute is the source of truth: `head.ts` has set it from storage before the first paint. */
function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
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
  /** The theme was changed in another tab. */
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
