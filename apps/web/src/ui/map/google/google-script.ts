/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader';

const TIMEOUT_MS = 20_000;
const REFUSED = 'The key is not accepted.';

/** The used parts of Google's library. */
export type GoogleMaps = Pick<typeof google.maps, 'Map' | 'Marker' | 'InfoWindow'>;

const refusalListeners = new Set<() => void>();
let isRefused = false;
let isConfigured = false;

/** Loads Google's library with a key. @throws Error that says why it could not be loaded; the next call tries again. */
export async function loadGoogle(key: string): Promise<GoogleMaps> {
  configure(key);
  if (isRefused) throw new Error(REFUSED);
  const [maps, { Marker }] = await withinTime(Promise.all([importLibrary('maps'), importLibrary('marker')]));
  return { Map: maps.Map, InfoWindow: maps.InfoWindow, Marker };
}

/**
 * Calls `listener` when Google refuses the key, which happens only after a map was made. Returns a function that stops
 * listening.
 */
export function onKeyRefused(listener: (reason: string) => void): () => void {
  const tell = () => listener(REFUSED);
  refusalListeners.add(tell);
  return () => refusalListeners.delete(tell);
}

/** Once per page: Google's library accepts no second key. */
function configure(key: string): void {
  if (isConfigured) return;
  isConfigured = true;
  // Called by the library; https://developers.google.com/maps/documentation/javascript/events#auth-errors
  Object.assign(window, {
    gm_authFailure: () => {
      isRefused = true;
      for (const tell of refusalListeners) tell();
    },
  });
  sendOrigin();
  setOptions({ key, v: 'weekly', authReferrerPolicy: 'origin' });
}

/** Keys are bound to the address of a site, but Sonde's pages send no referrer to other hosts by default. */
function sendOrigin(): void {
  const policy = document.createElement('meta');
  policy.name = 'referrer';
  policy.content = 'strict-origin';
  document.head.append(policy);
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
