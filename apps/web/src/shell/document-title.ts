import { siteConfig } from '../site-config.ts';

/** What the browser's tab and its history say: what is looked up, the page, the site. */
export function documentTitle(title: string, target: string | null = null): string {
  return [target, title, siteConfig.brand].filter(Boolean).join(' · ');
}
