import { createHash } from 'node:crypto';
import { adSources, googleMaps, identitySources, type SiteSources, tileSource } from './site-sources.ts';

/** Scripts of these types are data and never run, so the policy need not allow them. */
const DATA_TYPE = /\btype\s*=\s*["']?application\/(?:ld\+)?json\b/i;
const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi;
const HAS_SOURCE = /\bsrc\s*=/i;

const nothing: Readonly<Record<keyof typeof googleMaps, readonly string[]>> = {
  scripts: [],
  styles: [],
  images: [],
  fonts: [],
  connections: [],
  frames: [],
  workers: [],
};

/**
 * Returns the Content-Security-Policy (CSP Level 3) of a page: it allows the server's own files, the page's inline scripts
 * and styles by hash, and the hosts that the operator has configured.
 */
export function contentSecurityPolicy(page: string, site: SiteSources): string {
  const { scripts, styles } = inlineHashes(page);
  const ads = adSources(site);
  const tiles = site.tileUrl === null ? [] : [tileSource(site.tileUrl)];
  const google = site.googleMapsKey === null ? nothing : googleMaps;
  const frames = [...google.frames, ...ads];
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts, ...google.scripts, ...ads],
    // No hashes beside Google's 'unsafe-inline': browsers ignore it if a hash is present.
    'style-src': ["'self'", ...(google.styles.length > 0 ? google.styles : styles)],
    'img-src': ["'self'", 'data:', ...google.images, ...tiles, ...ads],
    'font-src': ["'self'", ...google.fonts],
    'connect-src': ["'self'", ...google.connections, ...tiles, ...ads, ...identitySources(site)],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'", ...google.workers],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    ...(site.publicUrl?.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

function inlineHashes(page: string): { scripts: string[]; styles: string[] } {
  const hashes = { scripts: new Set<string>(), styles: new Set<string>() };
  for (const [, tag = '', attributes = '', content = ''] of page.matchAll(INLINE)) {
    if (HAS_SOURCE.test(attributes) || DATA_TYPE.test(attributes)) continue;
    const hash = createHash('sha256').update(content).digest('base64');
    hashes[tag.toLowerCase() === 'script' ? 'scripts' : 'styles'].add(`'sha256-${hash}'`);
  }
  return { scripts: [...hashes.scripts], styles: [...hashes.styles] };
}
