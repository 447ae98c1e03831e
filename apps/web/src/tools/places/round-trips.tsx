import type { PlaceTimes } from '@sonde/contract/places/place-times';
import { counted } from '@sonde/contract/text/counted';
import { formatMs } from '@sonde/contract/text/format-ms';
import { AxisNumbers, at } from '../../ui/charts/axis-numbers.tsx';
import { scaleTo } from '../../ui/charts/time-scale.ts';
import { visibleText } from '../../ui/text/visible-text.ts';

interface RoundTripsProps {
  readonly tool: 'ping' | 'traceroute';
  /** The ids of all places that are asked: each has its row from the beginning. */
  readonly order: readonly string[];
  readonly times: ReadonlyMap<string, PlaceTimes>;
  nameOf(id: string): string;
}

/** The round trips of all places on one axis: the average to the target, and around it each reply, or each hop on the way. */
export function RoundTrips({ tool, order, times, nameOf }: RoundTripsProps) {
  const all = [...times.values()].flatMap(({ averageMs, timesMs }) => [...timesMs, averageMs ?? 0]);
  const scale = scaleTo(Math.max(0, ...all));
  return (
    <figure className="round-trips">
      <figcaption>
        {tool === 'ping'
          ? 'Round trips: a dot for each reply, a line for the average'
          : 'Round trips: a dot for each hop, a line for the target'}
      </figcaption>
      <ol aria-label="Round trips by place">
        {order.map((id) => {
          const measured = times.get(id);
          return (
            <li key={id}>
              <span className="who">{visibleText(nameOf(id))}</span>
              <Dots times={measured} limit={scale.limit} ticks={scale.ticks} />
              <span className="said">{measured === undefined ? '' : inWords(tool, measured)}</span>
            </li>
          );
        })}
      </ol>
      <div className="below">
        <AxisNumbers scale={scale} />
      </div>
    </figure>
  );
}

interface DotsProps {
  readonly times: PlaceTimes | undefined;
  readonly limit: number;
  readonly ticks: readonly number[];
}

function Dots({ times, limit, ticks }: DotsProps) {
  const { averageMs = null, timesMs = [] } = times ?? {};
  return (
    <svg aria-hidden="true">
      {ticks.map((tick) => (
        <line key={tick} x1={at(tick / limit)} x2={at(tick / limit)} y1="0" y2="100%" />
      ))}
      {timesMs.map((time, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replies and hops have no other identity
        <circle key={index} cx={at(time / limit)} cy="50%" r="4" />
      ))}
      {averageMs !== null && (
        <line className="average" x1={at(averageMs / limit)} x2={at(averageMs / limit)} y1="15%" y2="85%" />
      )}
    </svg>
  );
}

/** `12.4 ms, replies from 11.0 to 14.2 ms` */
function inWords(tool: RoundTripsProps['tool'], { averageMs, timesMs }: PlaceTimes): string {
  const average = averageMs === null ? 'Target not reached' : formatMs(averageMs);
  if (timesMs.length === 0) return average;
  if (tool === 'traceroute') return `${average}, ${counted(timesMs.length, 'hop')} answered`;
  return `${average}, from ${formatMs(Math.min(...timesMs))} to ${formatMs(Math.max(...timesMs))}`;
}
