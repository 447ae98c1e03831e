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
import { TimeStrip } from '../../ui/charts/time-strip.tsx';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { Activity } from '../../ui/icons/lucide/activity.ts';
import { Globe } from '../../ui/icons/lucide/globe.ts';
import { RotateCw } from '../../ui/icons/lucide/rotate-cw.ts';
import { Terminal } from '../../ui/icons/lucide/terminal.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { AnswerPage } from '../answer/answer-page.tsx';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { FROM_HERE } from '../screens/from-here.ts';
import { addressPart, packetsPart } from './came-from.ts';
import { commandOf, remarks } from './figures.ts';
import { COUNT, deadlineOf } from './query.ts';
import { announcementOf, factsOf, PingActions, type PingPhase, settledIn, unjudged } from './summary.tsx';
import { reachability, texts } from './texts.ts';

addExplanations(pingExplanations);

const MISSING = 'Not available';
const AWAITED = '…';
const BARS = 'Round trip time per packet';

interface AnswerProps {
  readonly known: PingKnown;
  readonly phase: PingPhase;
}

/** One layout for every phase: values appear in their places as they arrive. */
export function Answer({ known, phase }: AnswerProps) {
  const isRunning = phase.is === 'running';
  const command = commandOf(known);
  const missing = isRunning ? AWAITED : MISSING;
  const settled = settledIn(known);
  const title = reachability(figuresOf(known).packetLoss);
  return (
    <AnswerPage
      tool="ping"
      target={known.host}
      title={isRunning ? texts.loading : title}
      answer={'data' in phase ? phase.data : null}
      good="Every packet came back, and in about the same time."
      unjudged={unjudged[phase.is]}
      facts={factsOf(known, isRunning)}
      notes={[...(phase.is === 'cancelled' ? [`Cancelled after ${settled} of ${COUNT} packets.`] : []), FROM_HERE]}
      announcement={isRunning ? texts.loading : announcementOf(known)}
      running={
        isRunning
          ? {
              said: `${settled} of ${COUNT} packets.`,
              progress: settled / COUNT,
              deadlineMs: deadlineOf(known.host),
              onCancel: phase.onCancel,
            }
          : null
      }
      outdated={phase.is === 'outdated' ? { text: texts.loading, onCancel: phase.onCancel } : null}
      panelOf={panelOf}
      actions={<PingActions known={known} phase={phase} />}
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
    </AnswerPage>
  );
}

/** The ids of the panels that checks rest on. */
const panelOf = {
  replies: 'statistics',
  loss: 'statistics',
  times: 'round-trip-time-per-packet',
  order: 'round-trip-time-per-packet',
  ttl: 'connection-details',
  method: 'connection-details',
};

function Bars({ known, phase }: { readonly known: PingKnown; readonly phase: PingPhase }) {
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
      {/* Not `disabled`, so that it keeps the focus. */}
      <button className="btn" type="button" aria-disabled={onAgain === undefined} onClick={onAgain}>
        <RotateCw className="i" />
        <span className="fold">Ping again</span>
      </button>
    </>
  );
  return (
    <Panel title={BARS} icon={Activity} actions={actions}>
      <CameFrom what="the packets" parts={[packetsPart(known)]} />
      {isUntold ? <p className="still">{MISSING}</p> : <PacketBars label={BARS} packets={packets} />}
      {!isUntold && (
        <TimeStrip
          times={known.packets.flatMap(({ isSettled, timeMs }) => (isSettled && timeMs !== null ? timeMs : []))}
        />
      )}
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
