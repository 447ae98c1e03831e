import { feature } from 'topojson-client';

type Topology = Parameters<typeof feature>[0];
type Outlines = ReturnType<typeof feature>;

/** The outlines of countries (Natural Earth, public domain), 1:50 million. */
export async function loadCountries(): Promise<Outlines> {
  const { default: atlas } = await import('world-atlas/countries-50m.json');
  return outlinesOf(atlas, 'countries');
}

/** All land as one path in a plane of 360 by 180 degrees, north up: 1:110 million. */
export async function loadWorldPath(): Promise<string> {
  const { default: atlas } = await import('world-atlas/land-110m.json');
  const land = outlinesOf(atlas, 'land');
  const features = 'features' in land ? land.features : [land];
  return features
    .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : []))
    .flat()
    .map((ring) => `M${ring.map(([lon = 0, lat = 0]) => inPlane(lon, lat)).join('L')}Z`)
    .join('');
}

const inPlane = (lon: number, lat: number) => `${(lon + 180).toFixed(1)} ${(90 - lat).toFixed(1)}`;

/** A file of our own choice: its shape is known, its types are too wide to say so. */
function outlinesOf(atlas: unknown, name: string): Outlines {
  const topology = atlas as Topology;
  const object = topology.objects[name];
  if (object === undefined) throw new Error(`There are no outlines of ${name}.`);
  return feature(topology, object);
}
