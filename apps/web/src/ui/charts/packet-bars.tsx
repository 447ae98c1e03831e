import { formatMs } from '@sonde/contract/text/format-ms';

/** `timeMs`: null if it was lost, undefined while it is pending. */
export interface Packet {
  readonly seq: number;
  readonly timeMs: number | null | undefined;
}

/** The times of so many stand beside each other in the smallest windows. */
const FEW = 5;

/** One column per packet on a scale that starts at zero. */
export function PacketBars({ label, packets }: { readonly label: string; readonly packets: readonly Packet[] }) {
  const slowest = Math.max(...packets.map(({ timeMs }) => timeMs ?? 0)) || 1;
  return (
    <ol className={packets.length > FEW ? 'bars dense' : 'bars'} style={{ '--n': packets.length }} aria-label={label}>
      {packets.map(({ seq, timeMs }) => (
        <li key={seq} className={stateOf(timeMs)} style={{ '--h': (timeMs ?? 0) / slowest }}>
          <span className="v">{textOf(timeMs)}</span>
          {/* A new element when the reply arrives, so that its column is animated. */}
          <span key={stateOf(timeMs) ?? 'here'} className="b" />
          <span className="n">#{seq}</span>
        </li>
      ))}
    </ol>
  );
}

const stateOf = (timeMs: Packet['timeMs']) => (timeMs === undefined ? 'pend' : timeMs === null ? 'lost' : undefined);

function textOf(timeMs: Packet['timeMs']) {
  if (timeMs === undefined) return <span className="sr">waiting</span>;
  return timeMs === null ? '✕ lost' : formatMs(timeMs);
}
