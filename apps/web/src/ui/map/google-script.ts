/// <reference types="google.maps" />

const SCRIPT = 'https://maps.googleapis.com/maps/api/js';
const PATIENCE_MS = 20_000;

/** What is used of Google's library. */
export type GoogleMaps = Pick<typeof google.maps, 'Map' | 'Marker' | 'InfoWindow'>;

/** The parts of the window that Google's script reads and writes. */
interface GoogleWindow {
  google?: { maps?: Partial<typeof google.maps> & { __ib__?: () => void } };
  /** Called by the library when it refuses the key. */
  gm_authFailure?: () => void;
}

let loading: Promise<GoogleMaps> | null = null;

/**
 * Loads Google's script once, with a key and the libraries that are used.
 * @throws Error whose message says why it could not be loaded; the next call tries again.
 */
export function loadGoogle(key: string): Promise<GoogleMaps> {
  loading ??= addScript(key)
    .then(librariesOf)
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

function addScript(key: string): Promise<void> {
  const page = window as unknown as GoogleWindow;
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      script.remove();
      reject(new Error(reason));
    };
    const timer = setTimeout(() => fail('No answer in time.'), PATIENCE_MS);
    page.google ??= {};
    page.google.maps ??= {};
    // The name by which Google's own loader is called back.
    page.google.maps.__ib__ = () => {
      clearTimeout(timer);
      resolve();
    };
    page.gm_authFailure = () => fail('The key is not accepted.');
    script.onerror = () => {
      clearTimeout(timer);
      fail('The Google Maps JavaScript API could not load.');
    };
    script.src = `${SCRIPT}?${new URLSearchParams({
      key,
      libraries: 'maps,marker',
      v: 'weekly',
      loading: 'async',
      callback: 'google.maps.__ib__',
    })}`;
    script.async = true;
    // Keys are bound to the address of the site.
    script.referrerPolicy = 'origin';
    document.head.append(script);
  });
}

async function librariesOf(): Promise<GoogleMaps> {
  const maps = (window as unknown as GoogleWindow).google?.maps;
  if (maps?.importLibrary === undefined) throw new Error('The library is not complete.');
  const [library, { Marker }] = await Promise.all([
    maps.importLibrary('maps') as Promise<google.maps.MapsLibrary>,
    maps.importLibrary('marker') as Promise<google.maps.MarkerLibrary>,
  ]);
  return { Map: library.Map, InfoWindow: library.InfoWindow, Marker };
}
