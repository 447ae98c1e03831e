import type { Config } from '../config.ts';

/*
 * The configured hosts that a visitor's browser may contact, for the content security policy and the privacy page.
 */

export type SiteSources = Pick<Config, 'ads' | 'googleMapsKey' | 'tileUrl' | 'publicUrl'> & {
  readonly accounts: Pick<Config['accounts'], 'firebase' | 'firebaseEmulator'>;
};

/** The hosts at which the Firebase SDK signs in and renews tokens. */
const FIREBASE = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

/**
 * The allow list that Google requires for its maps (Content Security Policy Guide of the Maps JavaScript API): the script
 * adds style elements and evaluates some of its code.
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

/** `{s}` in a tile URL stands for one of several hosts. */
export function tileSource(tileUrl: string): string {
  return originOf(tileUrl.replace('//{s}.', '//*.'));
}

function originOf(url: string): string {
  return new URL(url).origin;
}
