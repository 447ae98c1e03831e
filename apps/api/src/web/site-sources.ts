import type { Config } from '../config.ts';

/*
 * The hosts that a visitor's browser may contact, as the operator has configured them: for the policy of the pages and
 * for the text of the privacy page.
 */

export type SiteSources = Pick<Config, 'ads' | 'googleMapsKey' | 'tileUrl' | 'publicUrl'> & {
  readonly accounts: Pick<Config['accounts'], 'firebase' | 'firebaseEmulator'>;
};

/** Where the SDK of the hosted provider signs in and renews tokens. */
const FIREBASE = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/**
 * What Google asks sites to allow for its maps (Content Security Policy Guide of the Maps JavaScript API), as a
 * list: it adds style elements, and evaluates some of its code.
 */
export const googleMaps = {
  scripts: ["'unsafe-eval'", 'https://*.googleapis.com', 'https://*.gstatic.com', '*.google.com', 'blob:'],
  styles: ["'unsafe-inline'", 'https://fonts.googleapis.com'],
  images: ['https://*.googleapis.com', 'https://*.gstatic.com', '*.google.com', '*.googleusercontent.com'],
  fonts: ['https://fonts.gstatic.com'],
  connections: ['https://*.googleapis.com', '*.google.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  frames: ['*.google.com'],
  workers: ['blob:'],
} as const;

export function adSources({ ads }: SiteSources): string[] {
  if (ads === null || ads === 'off') return [];
  const addresses = [ads.banner?.src, ads.native?.src, ...(ads.scripts ?? [])].filter((src) => src !== undefined);
  return [...new Set([...addresses.map(originOf), ...(ads.hosts ?? [])])];
}

export function identitySources({ accounts: { firebase, firebaseEmulator } }: SiteSources): string[] {
  if (firebase === null) return [];
  return firebaseEmulator === null ? FIREBASE : [firebaseEmulator];
}

/** Tiles often come from several hosts, `{s}` in the address. */
export function tileSource(tileUrl: string): string {
  return originOf(tileUrl.replace('//{s}.', '//*.'));
}

function originOf(url: string): string {
  return new URL(url).origin;
}
