import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';

/** Scripts with these types are data: they are never run, so a policy has nothing to say about them. */
const DATA_TYPE = /\btype\s*=\s*["']?application\/(?:ld\+)?json\b/i;
const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi;
const HAS_SOURCE = /\bsrc\s*=/i;

type SiteSources = Pick<Config, 'ads' | 'googleMapsKey' | 'tileUrl' | 'publicUrl'> & {
  readonly accounts: Pick<Config['accounts'], 'firebase' | 'firebaseEmulator'>;
};

/** Where the SDK of the hosted provider signs in and renews tokens. */
const FIREBASE = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/**
 * What Google asks sites to allow for its maps (Content Security Policy Guide of the Maps JavaScript API), in the form of
 * a list: it writes style elements, and its code is partly evaluated.
 */
const googleMaps = {
  scripts: ["'unsafe-eval'", 'https://*.googleapis.com', 'https://*.gstatic.com', '*.google.com', 'blob:'],
  styles: ["'unsafe-inline'", 'https://fonts.googleapis.com'],
  images: ['https://*.googleapis.com', 'https://*.gstatic.com', '*.google.com', '*.googleusercontent.com'],
  fonts: ['https://fonts.gstatic.com'],
  connections: ['https://*.googleapis.com', '*.google.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  frames: ['*.google.com'],
  workers: ['blob:'],
} as const;

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
 * The policy of one of our own pages (CSP level 3): nothing but our files, the inline scripts and sheets that are in
 * it by their hash, and the hosts that the operator has configured.
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
    // Hashes would take the effect of 'unsafe-inline' away.
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

function adSources({ ads }: SiteSources): string[] {
  if (ads === null) return [];
  const addresses = [ads.banner?.src, ads.native?.src, ...(ads.scripts ?? [])].filter((src) => src !== undefined);
  return [...new Set([...addresses.map(originOf), ...(ads.hosts ?? [])])];
}

function identitySources({ accounts: { firebase, firebaseEmulator } }: SiteSources): string[] {
  if (firebase === null) return [];
  return firebaseEmulator === null ? FIREBASE : [firebaseEmulator];
}

/** Tiles often come from one of several hosts, `{s}` in the address. */
function tileSource(tileUrl: string): string {
  return originOf(tileUrl.replace('//{s}.', '//*.'));
}

function originOf(url: string): string {
  return new URL(url).origin;
}
