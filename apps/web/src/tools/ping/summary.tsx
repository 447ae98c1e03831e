import { formatMs } from '@sonde/contract/text/format-ms';
import { figuresOf, type PingKnown, pingTables } from '@sonde/contract/tools/ping/tables';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { Badge, type Tone } from '../../ui/tables/badge.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import type { FindingsRead } from '../findings/judged.ts';
import { announced, Verdict } from '../findings/verdict.tsx';
import { AnswerActions, CancelButton } from '../screens/answer-actions.tsx';
import { COUNT, type PingAnswer } from './query.ts';
import { reachability, texts } from './texts.ts';

/**
 * `running`: packets are being sent; `done`: complete; `cancelled`: nothing more will come; `outdated`: the previous
 * answer while a new ping runs.
 */
export type Phase =
  | { readonly is: 'running'; onCancel(): void }
  | { readonly is: 'done'; readonly data: PingAnswer; onAgain(): void }
  | { readonly is: 'cancelled'; onAgain(): void }
  | { readonly is: 'outdated'; onCancel(): void };

export interface SummaryProps {
  readonly known: PingKnown;
  readonly findings: FindingsRead;
  readonly phase: Phase;
}

/** The answer in one line; until it arrives, the progress in the same places. */
export function Summary({ known, findings, phase }: SummaryProps) {
  const { host, address, packets } = known;
  const { avgTime, packetsTransmitted, packetsReceived, packetLoss } = figuresOf(known);
  const isRunning = phase.is === 'running';
  const settled = packets.filter(({ isSettled }) => isSettled).length;
  return (
    <AnswerCard
      steady
      title={isRunning ? texts.loading : reachability(packetLoss)}
      sub={
        <span className="mono">{shownText(address === null || address === host ? host : `${host} (${address})`)}</span>
      }
      notes={phase.is === 'cancelled' ? [`Cancelled after ${settled} of ${COUNT} packets.`] : []}
      stats={[
        { value: avgTime === null ? '–' : formatMs(avgTime), label: 'average' },
        { value: `${packetsReceived} / ${isRunning ? COUNT : packetsTransmitted}`, label: 'packets received' },
      ]}
      badge={isRunning ? <Badge>{`${settled} of ${COUNT}`}</Badge> : <Loss percent={packetLoss} />}
      announcement={isRunning ? texts.loading : announced(announcementOf(known), findings)}
      actions={<Actions known={known} phase={phase} />}
      {...(isRunning && { progress: settled / COUNT })}
    >
      <Verdict findings={findings} pending={unjudged[phase.is]} />
    </AnswerCard>
  );
}

/** Why there is no verdict. */
const unjudged: Readonly<Record<Phase['is'], string>> = {
  running: 'The verdict follows the last packet.',
  cancelled: 'No verdict: the ping was cancelled.',
  done: '',
  outdated: '',
};

function Loss({ percent }: { readonly percent: number }) {
  const tone: Tone = percent === 0 ? 'ok' : percent === 100 ? 'bad' : 'warn';
  return <Badge tone={tone}>{`${percent}% loss`}</Badge>;
}

function announcementOf(known: PingKnown): string {
  const { avgTime, packetLoss } = figuresOf(known);
  const average = avgTime === null ? '' : `, ${formatMs(avgTime)} on average`;
  return `${known.host}: ${reachability(packetLoss)}${average}`;
}

function Actions({ known, phase }: { readonly known: PingKnown; readonly phase: Phase }) {
  if (phase.is === 'running') return <CancelButton onCancel={phase.onCancel} />;
  const data = phase.is === 'done' ? phase.data : { ...known, summary: figuresOf(known) };
  const tables = pingTables(known);
  return (
    <AnswerActions tool="ping" target={known.host} data={data} tables={tables} disabled={phase.is === 'outdated'} />
  );
}
