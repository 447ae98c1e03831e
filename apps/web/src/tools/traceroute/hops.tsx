import { formatMs } from '@sonde/contract/text/format-ms';
import { OWN_NETWORK, placeText, remarksOn, type TraceHopRead } from '@sonde/contract/tools/traceroute/tables';
import { BreakableText } from '../../ui/text/breakable-text.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { Sparkline } from './sparkline.tsx';

interface HopsProps {
  readonly hops: readonly TraceHopRead[];
  readonly isRunning: boolean;
}

/** One row per hop, whose parts are stacked in small windows. Hops in the same network share a colour. */
export function Hops({ hops, isRunning }: HopsProps) {
  if (hops.length === 0)
    return <p className="still">{isRunning ? 'Waiting for the first hop…' : 'No hop answered.'}</p>;
  const slowest = Math.max(1, ...hops.map(({ maxMs }) => maxMs ?? 0));
  const tones = tonesOf(hops);
  return (
    <ol className="hops" aria-label="Hops">
      {hops.map((hop, index) => (
        <Hop key={hop.ttl} hop={hop} slowest={slowest} tone={tones[index] ?? null} />
      ))}
    </ol>
  );
}

interface HopProps {
  readonly hop: TraceHopRead;
  readonly slowest: number;
  readonly tone: number | null;
}

function Hop({ hop, slowest, tone }: HopProps) {
  const { ttl, answers, avgMs, minMs, maxMs, loss, received } = hop;
  const remarks = remarksOn(hop);
  const isSilent = received === 0;
  return (
    <li data-tone={tone}>
      <span className="ttl">
        <span className="sr">Hop </span>
        {ttl}
      </span>
      <div className="who">
        {answers.map((answer) => (
          <Who key={answer.address ?? ''} answer={answer} />
        ))}
        {isSilent && <span className="mute">No answer</span>}
        {remarks
          .filter((remark) => remark !== 'no answer')
          .map((remark) => (
            <small key={remark}>{visibleText(remark)}</small>
          ))}
      </div>
      <Sparkline times={hop.timesMs} slowest={slowest} />
      <span className="ms">
        {avgMs === null ? '–' : formatMs(avgMs)}
        {minMs !== null && maxMs !== null && maxMs > minMs && (
          <small>
            {formatMs(minMs)} to {formatMs(maxMs)}
          </small>
        )}
        {!isSilent && loss !== null && loss > 0 && <small>{loss}% loss</small>}
      </span>
    </li>
  );
}

function Who({ answer }: { readonly answer: TraceHopRead['answers'][number] }) {
  const { address, name, asn, asName } = answer;
  const network = [asn, asName].filter(Boolean).join(' ');
  const place = placeText(answer);
  const isNamed = name !== null;
  return (
    <div>
      {isNamed && (
        <span className="name">
          <BreakableText text={visibleText(name)} />
        </span>
      )}
      {address === null ? (
        <span className="mute">{OWN_NETWORK}</span>
      ) : (
        <span className={isNamed ? 'mono dim' : 'mono'}>
          <BreakableText text={address} />
        </span>
      )}
      {(network !== '' || place !== '') && (
        <small>
          {network !== '' && <span className="as">{visibleText(network)}</span>}
          {network !== '' && place !== '' && ' · '}
          {visibleText(place)}
        </small>
      )}
    </div>
  );
}

const TONES = 5;

/** A number for each run of hops in one autonomous system; null if the system is unknown. */
function tonesOf(hops: readonly TraceHopRead[]): (number | null)[] {
  const numbers = new Map<string, number>();
  return hops.map(({ answers }) => {
    const asn = answers[0]?.asn ?? null;
    if (asn === null) return null;
    if (!numbers.has(asn)) numbers.set(asn, numbers.size % TONES);
    return numbers.get(asn) ?? null;
  });
}
