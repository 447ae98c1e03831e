import { formatMs } from '@sonde/contract/text/format-ms';
import { pingExplanations } from '@sonde/contract/tools/ping/explanations';
import {
  connectionFacts,
  figuresOf,
  type PingKnown,
  pingTexts,
  statisticsFacts,
} from '@sonde/contract/tools/ping/tables';
import { PacketBars } from '../../ui/charts/packet-bars.tsx';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { Activity } from '../../ui/icons/lucide/activity.ts';
import { Globe } from '../../ui/icons/lucide/globe.ts';
import { RotateCw } from '../../ui/icons/lucide/rotate-cw.ts';
import { Terminal } from '../../ui/icons/lucide/terminal.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import type { FindingsRead } from '../findings/judged.ts';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { addressPart, packetsPart } from './came-from.ts';
import { commandOf, remarks } from './figures.ts';
import { COUNT } from './query.ts';
import { type Phase, Summary } from './summary.tsx';
import { texts } from './texts.ts';

addExplanations(pingExplanations);

const MISSING = 'Not available';
const AWAITED = '…';
const JUDGED_LATER = 'Findings appear when the last packet is answered or lost.';
const BARS = 'Round trip time per packet';

interface AnswerProps {
  readonly known: PingKnown;
  /** Undefined until the packets are judged. */
  readonly findings: FindingsRead;
  readonly phase: Phase;
}

/** One layout for every phase: values appear in their places as they arrive. */
export function Answer({ known, findings, phase }: AnswerProps) {
  const command = commandOf(known);
  const missing = phase.is === 'running' ? AWAITED : MISSING;
  return (
    <LookupFrame
      {...(phase.is === 'outdated' && { status: <StatusLine text={texts.loading} onCancel={phase.onCancel} /> })}
      top={
        <>
          <Summary known={known} findings={findings} phase={phase} />
          <AlsoCheck tool="ping" target={known.host} />
        </>
      }
    >
      <Bars known={known} phase={phase} />
      <Panel title={pingTexts.connection} icon={Globe} span={6}>
        <CameFrom what="the address" parts={[addressPart(known)]} />
        <KeyValueList rows={connectionFacts(known)} missing={missing} />
      </Panel>
      <Panel title={pingTexts.statistics} icon={Activity} span={6}>
        <KeyValueList rows={statisticsFacts(known)} missing={missing} />
      </Panel>
      <Panel title="On your own machine" icon={Terminal} actions={<CopyButton label="command" text={command} />}>
        <CodeBlock label="Command" text={command} />
      </Panel>
      {/* Last, because the packets above must not move when the findings appear. */}
      <FindingsPanel findings={findings} pending={phase.is === 'running' ? JUDGED_LATER : null} />
    </LookupFrame>
  );
}

function Bars({ known, phase }: { readonly known: PingKnown; readonly phase: Phase }) {
  const { avgTime } = figuresOf(known);
  const onAgain = 'onAgain' in phase ? phase.onAgain : undefined;
  const notes = remarks(known);
  /** For servers that send only the statistics. */
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
      <CameFrom what="the packets" parts={[packetsPart(known)]} />
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
