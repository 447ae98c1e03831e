import { formatMs } from './format-ms.ts';

export interface RangeBarProps {
  readonly minMs: number;
  readonly avgMs: number;
  readonly maxMs: number;
}

/** Fastest, average and slowest on one track, where the packets are not known one by one. */
export function RangeBar({ minMs, avgMs, maxMs }: RangeBarProps) {
  const share = (ms: number) => `${(100 * ms) / Math.max(1, maxMs)}%`;
  const text = `min ${formatMs(minMs)}, average ${formatMs(avgMs)}, max ${formatMs(maxMs)}`;
  return (
    <div className="tl range" style={{ '--from': share(minMs), '--part': share(avgMs) }}>
      <div className="tl-bar" role="img" aria-label={text}>
        <i />
        <b />
      </div>
      <div className="tl-x num">
        <span>min {formatMs(minMs)}</span>
        <span>
          average <strong>{formatMs(avgMs)}</strong>
        </span>
        <span>max {formatMs(maxMs)}</span>
      </div>
    </div>
  );
}
