import { afterAll, expect, it, vi } from 'vitest';
import { openGoogleMap } from './google-maps.ts';

const made = vi.hoisted(() => ({ maps: [] as unknown[], markers: [] as unknown[] }));
vi.mock('./google-script.ts', () => ({
  onKeyRefused: () => () => {},
  loadGoogle: async () => ({
    Map: class {
      constructor(_: unknown, options: unknown) {
        made.maps.push(options);
      }
      getZoom() {}
      addListener() {}
    },
    Marker: class {
      constructor(options: unknown) {
        made.markers.push(options);
      }
      addListener() {}
      setMap() {}
    },
    InfoWindow: class {},
  }),
}));
afterAll(() => vi.doUnmock('./google-script.ts'));

it('R2.45 R2.48 R2.49 R9.7 R9.8 has zoom buttons only, one marker, and no points of interest', async () => {
  const place = { latitude: 52.3676, longitude: 4.90414, label: 'Amsterdam, Netherlands' };
  await openGoogleMap(document.createElement('div'), [place], 'a key', () => {});
  expect(made.maps).toEqual([
    {
      center: { lat: 52.3676, lng: 4.90414 },
      zoom: 12,
      zoomControl: true,
      cameraControl: false,
      streetViewControl: false,
      mapTypeControl: false,
      fullscreenControl: false,
      styles: [{ featureType: 'poi', elementType: 'labels', stylers: [{ visibility: 'off' }] }],
    },
  ]);
  expect(made.markers).toMatchObject([{ title: place.label, icon: { scaledSize: { width: 30, height: 30 } } }]);
});
