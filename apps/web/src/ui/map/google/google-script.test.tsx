import { afterEach, expect, it, vi } from 'vitest';
import { loadGoogle, onKeyRefused } from './google-script.ts';

afterEach(() => vi.restoreAllMocks());

it('R7.16 loads the maps script with the key and the libraries that are used', async () => {
  const asked: URL[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) return;
    asked.push(new URL(script.src));
    script.dispatchEvent(new Event('error'));
  });
  await expect(loadGoogle('a key')).rejects.toThrow('The Google Maps JavaScript API could not load.');
  expect(asked.map(({ origin, pathname }) => origin + pathname)).toEqual(['https://maps.googleapis.com/maps/api/js']);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ key: 'a key', libraries: 'maps,marker' });
});

it('reports a refused key to every map, and to later ones at once', async () => {
  const told: string[] = [];
  onKeyRefused((reason) => told.push(`first: ${reason}`));
  const stop = onKeyRefused((reason) => told.push(`second: ${reason}`));
  stop();
  (window as unknown as { gm_authFailure(): void }).gm_authFailure();
  expect(told).toEqual(['first: The key is not accepted.']);
  await expect(loadGoogle('a key')).rejects.toThrow('The key is not accepted.');
});
