import { Activity, Globe, RotateCw, Terminal } from 'lucide-react';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatMs } from '../../ui/format-ms.ts';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { PacketBars } from '../../ui/packet-bars.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { LookupFrame } from '../lookup-frame.tsx';
import { commandOf, connectionRows, figuresOf, remarks, statisticsRows } from './figures.ts';
import { COUNT, type PingKnown } from './query.ts';
import { type Phase, Summary } from './summary.tsx';
import { texts } from './texts.ts';

const MISSING = 'Not available';
const AWAITED = '…';
const BARS = 'Round trip time per packet';

/** One screen in every phase: what is on the way has its place, and fills it. */
export function Answer({ known, phase }: { readonly known: PingKnown; readonly phase: Phase }) {
  const command = commandOf(known);
  const missing = phase.is === 'filling' ? AWAITED : MISSING;
  return (
    <LookupFrame
      {...(phase.is === 'old' && { status: <StatusLine text={texts.loading} onCancel={phase.onCancel} /> })}
      top={
        <>
          <Summary known={known} phase={phase} />
          <AlsoCheck tool="ping" target={known.host} />
        </>
      }
    >
      <Bars known={known} phase={phase} />
      <Panel title={texts.connection} icon={Globe} span={6}>
        <KeyValueList rows={connectionRows(known)} missing={missing} />
      </Panel>
      <Panel title={texts.statistics} icon={Activity} span={6}>
        <KeyValueList rows={statisticsRows(known)} missing={missing} />
      </Panel>
      <Panel title="On your own machine" icon={Terminal} actions={<CopyButton label="command" text={command} />}>
        <CodeBlock label="Command" text={command} />
      </Panel>
    </LookupFrame>
  );
}

function Bars({ known, phase }: { readonly known: PingKnown; readonly phase: Phase }) {
  const { avgTime } = figuresOf(known);
  const onAgain = 'onAgain' in phase ? phase.onAgain : undefined;
  const notes = remarks(known);
  /** A server that gives nothing but the figures. */
  const isUntold = known.summary !== null && known.packets.length === 0;
  const packets = Array.from(
    { length: phase.is === 'cancelled' ? known.packets.length : Math.max(COUNT, known.packets.length) },
    (_, index) => {
      const packet = known.packets[index];
      return { seq: index + 1, timeMs: packet?.isSettled ? packet.timeMs : undefined };
    },
  );
  const actions = (
    <>
      {avgTime !== null && <span className="count aside">avg {formatMs(avgTime)}</span>}
      <button className="btn" type="button" disabled={onAgain === undefined} onClick={onAgain}>
        <RotateCw className="i" />
        <span className="fold">Ping again</span>
      </button>
    </>
  );
  return (
    <Panel title={BARS} icon={Activity} actions={actions}>
      {isUntold ? <p className="still">{MISSING}</p> : <PacketBars label={BARS} packets={packets} />}
      <div className="notes">
        {notes.length > 0 && (
          <ul aria-label="Remarks">
            {notes.map((note) => (
              <li key={note}>{visibleText(note)}</li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
