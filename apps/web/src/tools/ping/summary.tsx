import { formatMs } from '@sonde/contract/text/format-ms';
import { figuresOf, type PingKnown, pingTables } from '@sonde/contract/tools/ping/tables';
import { shownText } from '../../ui/text/shown-text.ts';
import { AnswerActions, CancelButton } from '../screens/answer-actions.tsx';
import { COUNT, type PingAnswer } from './query.ts';
import { reachability } from './texts.ts';

/**
 * `running`: packets are being sent; `done`: complete; `cancelled`: nothing more will come; `outdated`: the previous
 * answer while a new ping runs.
 */
export type PingPhase =
  | { readonly is: 'running'; onCancel(): void }
  | { readonly is: 'done'; readonly data: PingAnswer; onAgain(): void }
  | { readonly is: 'cancelled'; onAgain(): void }
  | { readonly is: 'outdated'; readonly data: PingAnswer; onCancel(): void };

export const settledIn = ({ packets }: PingKnown) => packets.filter(({ isSettled }) => isSettled).length;

/** `example.com (192.0.2.1)`, `13.8 ms average`, `5 / 5 packets received`. */
export function factsOf(known: PingKnown, isRunning: boolean) {
  const { host, address } = known;
  const { avgTime, packetsReceived, packetsTransmitted } = figuresOf(known);
  return [
    shownText(address === null || address === host ? host : `${host} (${address})`),
    avgTime === null ? null : `${formatMs(avgTime)} average`,
    `${packetsReceived} / ${isRunning ? COUNT : packetsTransmitted} packets received`,
  ];
}

/** Why there is no verdict. */
export const unjudged: Readonly<Record<PingPhase['is'], string>> = {
  running: '',
  cancelled: 'No verdict: the ping was cancelled.',
  done: '',
  outdated: '',
};

export function announcementOf(known: PingKnown): string {
  const { avgTime, packetLoss } = figuresOf(known);
  const average = avgTime === null ? '' : `, ${formatMs(avgTime)} on average`;
  return `${known.host}: ${reachability(packetLoss)}${average}`;
}

interface ActionsProps {
  readonly known: PingKnown;
  readonly phase: PingPhase;
}

export function PingActions({ known, phase }: ActionsProps) {
  if (phase.is === 'running') return <CancelButton onCancel={phase.onCancel} />;
  const data = phase.is === 'done' ? phase.data : { ...known, summary: figuresOf(known) };
  const tables = pingTables(known);
  return (
    <AnswerActions tool="ping" target={known.host} data={data} tables={tables} disabled={phase.is === 'outdated'} />
  );
}
