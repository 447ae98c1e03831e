import { TriangleAlert } from '../icons/lucide/triangle-alert.ts';

/** Shown in place of a map that could not be loaded, with the reason. */
export function MapError({ reason }: { readonly reason: string }) {
  return (
    <div className="map-error" role="alert">
      <TriangleAlert className="i" />
      <strong>Error loading map</strong>
      <p>{reason}</p>
    </div>
  );
}
