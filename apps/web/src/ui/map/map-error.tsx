import { TriangleAlert } from 'lucide-react';

/** In a map's place: that it could not be loaded, and why. */
export function MapError({ reason }: { readonly reason: string }) {
  return (
    <div className="map-error" role="alert">
      <TriangleAlert className="i" />
      <strong>Error loading map</strong>
      <p>{reason}</p>
    </div>
  );
}
