// In this folder: what the browser offers a page: title, scroll position, clipboard, files, printing, early input.
import { siteConfig } from '../site-config.ts';

/** The title of the browser's tab and history: target, page, site. */
export function documentTitle(title: string, target: string | null = null): string {
  return [target, title, siteConfig.brand].filter(Boolean).join(' · ');
}
