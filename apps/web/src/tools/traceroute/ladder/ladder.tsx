import { formatMs } from '@sonde/contract/text/format-ms';
import { OWN_NETWORK, type TraceHopRead } from '@sonde/contract/tools/traceroute/tables';
import { AxisNumbers } from '../../../ui/charts/axis-numbers.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { HopAxis } from './hop-axis.tsx';
import { HopDetails } from './hop-details.tsx';
import { type Band, bandsOf, type LadderRow, ladderOf } from './ladder-geometry.ts';

interface LadderProps {
  readonly hops: readonly TraceHopRead[];
  readonly isRunning: boolean;
}

/** One row per hop, all on the same axis, so that it shows where the time is spent and where networks change. */
export function Ladder({ hops, isRunning }: LadderProps) {
  if (hops.length === 0)
    return <p className="still">{isRunning ? 'Waiting for the first hop…' : 'No hop answered.'}</p>;
  const { scale, rows } = ladderOf(hops);
  const bands = bandsOf(hops);
  const ticks = scale.ticks.map((tick) => tick / scale.limit);
  return (
    <div className="ladder">
      <div className="row head" aria-hidden="true">
        <span className="who">Router</span>
        <span className="net">Network</span>
        <div className="axis">
          <AxisNumbers scale={scale} />
        </div>
        <span className="ms">Average</span>
        <span className="loss">Loss</span>
      </div>
      <ol aria-label="Hops">
        {hops.map((hop, index) => (
          <Rung key={hop.ttl} hop={hop} row={rows[index] ?? NOTHING} band={bands[index] ?? UNKNOWN} ticks={ticks} />
        ))}
      </ol>
      {rows.some(({ isBeyond }) => isBeyond) && (
        <p className="key">› Some replies took longer than {scale.limit} ms: they are listed with their hop.</p>
      )}
    </div>
  );
}

const NOTHING: LadderRow = { dots: [], isBeyond: false, best: null, enters: null, leaves: null };
const UNKNOWN: Band = { tone: null, asn: null, name: null };

interface RungProps {
  readonly hop: TraceHopRead;
  readonly row: LadderRow;
  readonly band: Band;
  readonly ticks: readonly number[];
}

function Rung({ hop, row, band, ticks }: RungProps) {
  const { ttl, answers, avgMs, received } = hop;
  const errors = answers.flatMap(({ error }) => error ?? []);
  return (
    <li data-tone={band.tone}>
      <details>
        <summary className="row">
          <span className="ttl">
            <span className="sr">Hop </span>
            {ttl}
          </span>
          <span className={band.asn === null ? 'who wide' : 'who'}>
            {received === 0 ? <span className="mute">No answer</span> : <Who answers={answers} />}
          </span>
          {band.asn !== null && <Network band={band} />}
          <HopAxis row={row} ticks={ticks} />
          <span className="ms">{avgMs === null ? '–' : formatMs(avgMs)}</span>
          <Loss hop={hop} />
        </summary>
        <HopDetails hop={hop} />
      </details>
      {errors.length > 0 && <p className="err">{visibleText(errors.join('; '))}</p>}
    </li>
  );
}

/** The network, at its first hop. Small windows have room for its number only. */
function Network({ band: { asn, name } }: { readonly band: Band }) {
  return (
    <span className="net">
      {asn}
      {name !== null && <small> {visibleText(name)}</small>}
    </span>
  );
}

/** The first address that replied, and how many others did. */
function Who({ answers }: { readonly answers: TraceHopRead['answers'] }) {
  const [first, ...others] = answers;
  if (first === undefined) return null;
  const { address, name } = first;
  return (
    <>
      {name !== null && <span className="name">{visibleText(name)}</span>}
      {address === null ? (
        <span className="mute">{OWN_NETWORK}</span>
      ) : (
        <span className={name === null ? 'name' : 'mute mono'}>{address}</span>
      )}
      {others.length > 0 && (
        <span className="more">
          +{others.length}
          <span className="sr"> more addresses</span>
        </span>
      )}
    </>
  );
}

/** Loss matters if packets are lost on the way. A router that limits its replies loses nothing. */
function Loss({ hop: { loss, lossIs, received } }: { readonly hop: TraceHopRead }) {
  if (loss === null || loss === 0 || received === 0 || lossIs === 'answers') return <span className="loss" />;
  const isOnPath = lossIs === 'path';
  return (
    <span className={isOnPath ? 'loss path' : 'loss'}>
      {Math.round(loss)}%<span className="sr"> loss</span>
      {isOnPath && (
        <svg aria-hidden="true">
          <rect className="of" width="100%" height="100%" />
          <rect width={`${Math.min(100, loss)}%`} height="100%" />
        </svg>
      )}
    </span>
  );
}
