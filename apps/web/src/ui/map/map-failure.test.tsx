import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { LocationMap } from './location-map.tsx';

const thrown = vi.hoisted(() => ({ cause: new Error() as unknown }));
vi.mock('../../browser/site-config.ts', () => ({ siteConfig: { googleMapsKey: 'a key', tileUrl: null } }));
vi.mock('../../browser/storage/consent.ts', () => ({ useConsent: () => true }));
vi.mock('./google/google-maps.ts', () => ({ openGoogleMap: () => Promise.reject(thrown.cause) }));
afterAll(() => {
  vi.doUnmock('../../browser/site-config.ts');
  vi.doUnmock('../../browser/storage/consent.ts');
  vi.doUnmock('./google/google-maps.ts');
});

afterEach(cleanup);

it.each([
  [new Error('The key is not accepted.'), 'Failed to load Google Maps: The key is not accepted.'],
  [new Error(''), 'Failed to load Google Maps: Unknown error'],
  ['no error', 'Failed to load Google Maps: Unknown error'],
])('R2.50 R8.24 %s is shown in place of the map', async (cause, reason) => {
  thrown.cause = cause;
  render(<LocationMap markers={[]} />);
  const box = await screen.findByRole('alert');
  expect([...box.querySelectorAll('strong, p')].map(({ textContent }) => textContent)).toEqual([
    'Error loading map',
    reason,
  ]);
});
