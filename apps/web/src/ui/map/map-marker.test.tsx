import { expect, it } from 'vitest';
import { centreOf, MAP_ZOOM, MARKER_PX, popupContent } from './map-marker.ts';

it('R9.6 a map without a marker is centred on latitude 37.7749, longitude -122.4194', () => {
  expect(centreOf([])).toEqual({ latitude: 37.7749, longitude: -122.4194 });
  expect(centreOf([{ latitude: 1, longitude: 2 }])).toEqual({ latitude: 1, longitude: 2 });
});

it('R9.7 R9.8 zoom and icon are those of the specification', () => {
  expect([MAP_ZOOM, MARKER_PX]).toEqual([12, 30]);
});

it('R2.47 R9.9 a popup holds the label and six decimals, and a label stays text', () => {
  const popup = popupContent({ latitude: 52.3676, longitude: -4.9, label: '<img src=x onerror=alert(1)>' });
  expect(popup.querySelector('img')).toBeNull();
  expect(popup.querySelector('strong')?.textContent).toBe('<img src=x onerror=alert(1)>');
  expect(popup.querySelector('span')?.textContent).toBe('52.367600, -4.900000');
});
