import { counted } from '@sonde/contract/text/counted';
import type { TracerouteAnswer } from '@sonde/contract/tools/traceroute/tables';
import { type LaneRow, lanesOf, widthOf } from './lanes-geometry.ts';

/** From one lane to the next, in pixels. */
const LANE = 18;
/** With more lanes there is no room for the addresses on a phone; they are then narrower. */
const MOST_WIDTH = 7 * LANE;

/** All flows as a graph, like the history of branches: each row is a distance, each lane a router interface. */
export function ParallelPaths({ graph }: { readonly graph: NonNullable<TracerouteAnswer['graph']> }) {
  const rows = lanesOf(graph);
  const lanes = widthOf(rows);
  const step = Math.min(LANE, MOST_WIDTH / Math.max(1, lanes));
  return (
    <ol className="lanes" aria-label="Routers of all flows" style={{ '--lanes': `${step * lanes}px` }}>
      {rows.map((row, index) => (
        <li key={row.ttl}>
          <span className="ttl">
            <span className="sr">Hop </span>
            {row.ttl}
          </span>
          <Lanes row={row} next={rows[index + 1]} step={step} />
          <Addresses row={row} />
        </li>
      ))}
    </ol>
  );
}

interface LanesProps {
  readonly row: LaneRow;
  readonly next: LaneRow | undefined;
  readonly step: number;
}

/** Half of each link is drawn in the row where it starts, the other half in the row where it ends. */
function Lanes({ row, next, step }: LanesProps) {
  const at = (lane: number) => (lane + 0.5) * step;
  const middle = (from: number, to: number) => (at(from) + at(to)) / 2;
  return (
    <svg aria-hidden="true">
      {row.links.map(({ from, to, flows }) => (
        <line key={`${from} ${to}`} strokeWidth={strokeOf(flows)} x1={middle(from, to)} y1="0" x2={at(to)} y2="50%" />
      ))}
      {next?.links.map(({ from, to, flows }) => (
        <line
          key={`to ${from} ${to}`}
          strokeWidth={strokeOf(flows)}
          x1={at(from)}
          y1="50%"
          x2={middle(from, to)}
          y2="100%"
        />
      ))}
      {row.nodes.map(({ address, lane }) => (
        <circle
          key={lane}
          className={address === null ? 'silent' : undefined}
          cx={at(lane)}
          cy="50%"
          r={Math.min(5, step / 2 - 1)}
        />
      ))}
    </svg>
  );
}

/** Thicker with more flows; their number is written beside the address. */
const strokeOf = (flows: number | null) => Math.min(5, 1 + Math.log2(Math.max(1, flows ?? 1)));

function Addresses({ row: { nodes } }: { readonly row: LaneRow }) {
  return (
    <ul>
      {nodes.map(({ address, lane, flows }) => (
        <li key={lane}>
          <span className={address === null ? 'mute' : 'mono'}>{address ?? 'no answer'}</span>
          {nodes.length > 1 && flows !== null && <small>{counted(flows, 'flow')}</small>}
        </li>
      ))}
    </ul>
  );
}
