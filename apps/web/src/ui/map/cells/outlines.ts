import { feature } from 'topojson-client';

type Topology = Parameters<typeof feature>[0];
type Ring = readonly (readonly number[])[];
/** Outer ring first, then holes; longitude before latitude. */
type Area = readonly Ring[];

/** The areas of each country. */
export type Countries = readonly (readonly Area[])[];

/** The outlines of countries (Natural Earth, public domain), 1:50 million. */
export async function loadCountries(): Promise<Countries> {
  const { default: atlas } = await import('world-atlas/countries-50m.json');
  return areasOf(atlas, 'countries');
}

/** All land as one path in a plane of 360 by 180 degrees with north up; 1:110 million. */
export async function loadWorldPath(): Promise<string> {
  const { default: atlas } = await import('world-atlas/land-110m.json');
  const rings = areasOf(atlas, 'land').flat(2);
  return rings.map((ring) => `M${ring.map(([lon = 0, lat = 0]) => inPlane(lon, lat)).join('L')}Z`).join('');
}

const inPlane = (lon: number, lat: number) => `${(lon + 180).toFixed(1)} ${(90 - lat).toFixed(1)}`;

/** A bundled file of known structure, whose declared types are too wide. */
function areasOf(atlas: unknown, name: string): Countries {
  const topology = atlas as Topology;
  const object = topology.objects[name];
  if (object === undefined) throw new Error(`The outlines of ${name} are missing.`);
  const found = feature(topology, object);
  const features = 'features' in found ? found.features : [found];
  return features.map(({ geometry }) => {
    if (geometry.type === 'Polygon') return onBothSides(geometry.coordinates);
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flatMap(onBothSides) : [];
  });
}

/**
 * An area across the 180th meridian jumps from one edge of the plane to the other and would become a stripe across the
 * map. It is continued beyond the edge instead, and repeated at the other edge. No such area has holes.
 */
export function onBothSides(area: Area): readonly Area[] {
  const [outline = []] = area;
  const offsets = new Set([0]);
  let offset = 0;
  const unrolled = outline.map(([lon = 0, lat = 0], index) => {
    const step = lon - (outline[index - 1]?.[0] ?? lon);
    if (Math.abs(step) > 180) offset -= Math.sign(step) * 360;
    offsets.add(offset);
    return [lon + offset, lat];
  });
  // A ring that ends one revolution away from its start surrounds a pole: its edge is that of the plane.
  if (offsets.size === 1 || offset !== 0) return [area];
  return [...offsets].map((one) => [unrolled.map(([lon = 0, lat = 0]) => [lon - one, lat])]);
}
