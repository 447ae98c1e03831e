import { formatMs } from '@sonde/contract/text/format-ms';
import { AxisNumbers, at } from './axis-numbers.tsx';
import { medianOf, scaleTo } from './time-scale.ts';

/** How round-trip times are spread, on an axis from zero: one dot each, and the middle as a line. Its place is kept. */
export function TimeStrip({ times }: { readonly times: readonly number[] }) {
  const median = medianOf(times);
  if (median === null) return <div className="strip" />;
  const scale = scaleTo(Math.max(...times));
  const { limit, ticks } = scale;
  const [fastest, slowest] = [Math.min(...times), Math.max(...times)];
  return (
    <div className="strip">
      <svg aria-hidden="true" height="26">
        {ticks.map((tick) => (
          <line key={tick} x1={at(tick / limit)} x2={at(tick / limit)} y1="0" y2="26" />
        ))}
        <rect x={at(fastest / limit)} width={at((slowest - fastest) / limit)} y="9" height="8" rx="4" />
        <line className="middle" x1={at(median / limit)} x2={at(median / limit)} y1="4" y2="22" />
        {times.map((time, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: replies have no other identity
          <circle key={index} cx={at(time / limit)} cy="13" r="4" />
        ))}
      </svg>
      <AxisNumbers scale={scale} />
      <p>
        Fastest {formatMs(fastest)}, middle {formatMs(median)}, slowest {formatMs(slowest)}
      </p>
    </div>
  );
}
