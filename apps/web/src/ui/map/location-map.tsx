// In this folder: the parts of the map that do not depend on the library that draws it.
import { useEffect, useRef, useState } from 'react';
import { siteConfig } from '../../browser/site-config.ts';
import { useConsent } from '../../browser/storage/consent.ts';
import { accuracySentence } from './accuracy-sentence.ts';
import { MapError } from './map-error.tsx';
import type { MapMarker, ShownMap } from './map-marker.ts';
import { wearMapStyles } from './map-styles.ts';
import { WorldLocator } from './world-locator.tsx';

/** The renderer of the map: Google with a key, the operator's tiles, or the built-in map. */
type Provider =
  | { readonly kind: 'google'; readonly key: string }
  | { readonly kind: 'own'; readonly tileUrl: string | null };

wearMapStyles();

type State = 'loading' | 'shown' | { readonly failed: string };

/** Markers on a map; on the world outline until the map is loaded, or if it cannot be. */
export function LocationMap({ markers }: { readonly markers: readonly MapMarker[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('loading');
  const provider = chooseProvider(useConsent());
  const places = JSON.stringify(markers);
  const providerKey = JSON.stringify(provider);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal places and providers are the same map
  useEffect(() => {
    if (box.current === null) return;
    // Each map gets a new element, because libraries leave traces on theirs.
    const element = document.createElement('div');
    element.className = 'map-canvas';
    box.current.append(element);
    let map: ShownMap | null = null;
    let isGone = false;
    setState('loading');
    const fail = (reason: string) => {
      if (isGone) return;
      map?.remove();
      element.remove();
      setState({ failed: reasonText(provider, reason) });
    };
    openMap(provider, element, markers, fail).then(
      (opened) => {
        map = opened;
        if (isGone) opened.remove();
        else setState((before) => (before === 'loading' ? 'shown' : before));
      },
      (error: unknown) => fail(error instanceof Error ? error.message : ''),
    );
    return () => {
      isGone = true;
      map?.remove();
      element.remove();
    };
  }, [places, providerKey]);

  const failed = typeof state === 'object' ? state.failed : null;
  const isOwn = state === 'shown' && provider.kind === 'own';
  return (
    <div className="map" data-state={failed === null ? state : 'failed'} data-provider={provider.kind}>
      <div className="map-box" ref={box} />
      {(state !== 'shown' || isOwn) && <WorldLocator markers={markers} isCorner={state === 'shown'} />}
      {isOwn && (
        <MapNote markers={markers} height={box.current?.clientHeight ?? 0} hasTiles={provider.tileUrl !== null} />
      )}
      {failed !== null && <MapError reason={failed} />}
    </div>
  );
}

interface MapNoteProps {
  readonly markers: readonly MapMarker[];
  /** Of the map, in pixels. */
  readonly height: number;
  readonly hasTiles: boolean;
}

/** The accuracy of the marker, and the source of the names. */
function MapNote({ markers, height, hasTiles }: MapNoteProps) {
  const accuracy = accuracySentence(markers, height);
  if (hasTiles && accuracy === null) return null;
  return (
    <p className="map-note">
      {accuracy}{' '}
      {!hasTiles && (
        <>
          Towns: <a href="https://www.geonames.org/">GeoNames</a>, CC BY 4.0. No streets.
        </>
      )}
    </p>
  );
}

/** Third parties are contacted only after the visitor has accepted. */
function chooseProvider(hasConsent: boolean): Provider {
  const { googleMapsKey, tileUrl } = siteConfig;
  if (!hasConsent) return { kind: 'own', tileUrl: null };
  return googleMapsKey === null ? { kind: 'own', tileUrl } : { kind: 'google', key: googleMapsKey };
}

async function openMap(
  provider: Provider,
  element: HTMLElement,
  markers: readonly MapMarker[],
  onFailure: (reason: string) => void,
): Promise<ShownMap> {
  if (provider.kind === 'google') {
    const { openGoogleMap } = await import('./google/google-maps.ts');
    return openGoogleMap(element, markers, provider.key, onFailure);
  }
  const { openLeafletMap } = await import('./leaflet/leaflet-map.ts');
  return openLeafletMap(element, markers, provider.tileUrl);
}

function reasonText({ kind }: Provider, reason: string): string {
  const known = reason || 'Unknown error';
  return kind === 'google' ? `Failed to load Google Maps: ${known}` : known;
}
