/** Colours the browser's own bars for a theme: each `theme-color` of the page belongs to one scheme. */
export function tintBrowser(theme: 'light' | 'dark' | 'system'): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const scheme = meta.dataset['scheme'];
    const chosen = scheme === theme ? 'all' : 'not all';
    meta.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen);
  }
}
