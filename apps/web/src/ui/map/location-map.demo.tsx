import { Panel } from '../layout/panel.tsx';
import { LazyMap } from './lazy-map.tsx';

const amsterdam = { latitude: 52.3676, longitude: 4.90414 };
/** Clusters of more than ten are red, clusters of three blue. */
const many = Array.from({ length: 12 }, (_, index) => ({
  latitude: amsterdam.latitude + index / 10_000,
  longitude: amsterdam.longitude,
  label: `Host ${index + 1}`,
}));
const few = many.slice(0, 3).map((marker) => ({ ...marker, longitude: amsterdam.longitude + 0.05 }));

export function Demo() {
  return (
    <div className="grid">
      <Panel title="One place" span={6}>
        <LazyMap markers={[{ ...amsterdam, label: 'Amsterdam, North Holland, Netherlands' }]} />
      </Panel>
      <Panel title="Many places" span={6}>
        <LazyMap markers={[...many, ...few]} />
      </Panel>
    </div>
  );
}
