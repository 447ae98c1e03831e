import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { LOADED } from '../../testing/wait-limits.ts';
import { LocationMap } from './location-map.tsx';

// Loaded in advance, as in a browser, so that no test waits for it.
beforeAll(() => Promise.all([import('./leaflet/leaflet-map.ts'), import('world-atlas/countries-50m.json')]));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const place = { latitude: 52.3676, longitude: 4.90414, label: 'Amsterdam, Netherlands' };
const near = { ...place, latitude: place.latitude + 0.0001, label: 'Next door' };
const far = { latitude: -33.86, longitude: 151.2, label: 'Sydney' };

const shown = () =>
  waitFor(() => expect(document.querySelector('.map')?.getAttribute('data-state')).toBe('shown'), LOADED);
const pins = () => [...document.querySelectorAll('.map-pin')].map((pin) => pin.getAttribute('aria-label'));

it('R2.45 shows one marker on the built-in map and on the world map', async () => {
  render(<LocationMap markers={[place]} />);
  expect(document.querySelector('.map')?.getAttribute('data-state')).toBe('loading');
  await shown();
  expect(pins()).toEqual(['Amsterdam, Netherlands']);
  expect(document.querySelector('.map-world circle')?.getAttribute('cx')).toBe('184.90414');
  await waitFor(
    () => expect(document.querySelector('.map-world path')?.getAttribute('d')?.length).toBeGreaterThan(1000),
    LOADED,
  );
});

it('R9.10 clusters markers that are too close', async () => {
  render(<LocationMap markers={[place, near, far]} />);
  await shown();
  expect(pins().sort()).toEqual(['2 places', 'Sydney']);
});

it('creates a new map for another place, and removes the previous one', async () => {
  const { rerender, unmount } = render(<LocationMap markers={[place]} />);
  await shown();
  rerender(<LocationMap markers={[far]} />);
  await waitFor(() => expect(pins()).toEqual(['Sydney']), LOADED);
  expect(document.querySelectorAll('.leaflet-container')).toHaveLength(1);
  unmount();
  expect(screen.queryByRole('alert')).toBeNull();
});
