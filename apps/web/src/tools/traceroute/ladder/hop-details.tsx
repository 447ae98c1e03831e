import { formatMs } from '@sonde/contract/text/format-ms';
import { OWN_NETWORK, placeText, remarksOn, type TraceHopRead } from '@sonde/contract/tools/traceroute/tables';
import { visibleText } from '../../../ui/text/visible-text.ts';

/** Everything known about a hop, without anything cut. */
export function HopDetails({ hop }: { readonly hop: TraceHopRead }) {
  const { answers, timesMs, received } = hop;
  const remarks = remarksOn(hop).filter((remark) => remark !== 'no answer');
  return (
    <div className="of-hop">
      {answers.map((answer) => (
        <p key={answer.address ?? ''}>{visibleText(answerText(answer))}</p>
      ))}
      <p>
        {figuresText(hop)}
        {received !== 0 && timesMs.length > 1 && ` In order: ${timesMs.map(timeText).join(', ')}.`}
      </p>
      {remarks.length > 0 && <p>{visibleText(sentence(remarks.join('; ')))}</p>}
    </div>
  );
}

const timeText = (time: number | null) => (time === null ? 'lost' : formatMs(time));
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function answerText(answer: TraceHopRead['answers'][number]): string {
  const { address, name, asn, asName } = answer;
  const network = [asn, asName].filter(Boolean).join(' ');
  const parts = [name, address ?? OWN_NETWORK, network, placeText(answer)];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

function figuresText({ sent, received, minMs, avgMs, maxMs, jitterMs }: TraceHopRead): string {
  const packets = received === null || sent === null ? '' : `${received} of ${sent} packets answered`;
  const times = [
    minMs === null ? null : `fastest ${formatMs(minMs)}`,
    avgMs === null ? null : `average ${formatMs(avgMs)}`,
    maxMs === null ? null : `slowest ${formatMs(maxMs)}`,
    jitterMs === null ? null : `jitter ${formatMs(jitterMs)}`,
  ].filter((part) => part !== null);
  return `${[packets, ...times].filter((part) => part !== '').join(', ')}.`;
}
