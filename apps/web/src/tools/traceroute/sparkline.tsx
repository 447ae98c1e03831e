const WIDTH = 100;
const HEIGHT = 24;
const LEAST_BARS = 3;

/** One bar per packet, on the scale of the slowest hop; a lost packet is a mark at the bottom. */
export function Sparkline({
  times,
  slowest,
}: {
  readonly times: readonly (number | null)[];
  readonly slowest: number;
}) {
  const step = WIDTH / Math.max(LEAST_BARS, times.length);
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {times.map((time, index) => {
        const height = time === null ? 3 : Math.max(2, (HEIGHT * time) / slowest);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: packets have no other identity
            key={index}
            className={time === null ? 'lost' : undefined}
            x={index * step}
            y={HEIGHT - height}
            width={step * 0.8}
            height={height}
          />
        );
      })}
    </svg>
  );
}
