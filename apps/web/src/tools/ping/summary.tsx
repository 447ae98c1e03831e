import { AnswerCard } from '../../ui/answer-card.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { formatMs } from '../../ui/format-ms.ts';
import type { KeyValue } from '../../ui/key-value-list.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { shownText } from '../../ui/shown-text.ts';
import { connectionRows, figuresOf, statisticsRows } from './figures.ts';
import { COUNT, type PingAnswer, type PingKnown } from './query.ts';
import { reachability, texts } from './texts.ts';

/**
 * `filling`: packets are on the way; `whole`: all is known; `cancelled`: no more than this will be; `old`: the answer
 * before the one that runs.
 */
export type Phase =
  | { readonly is: 'filling'; onCancel(): void }
  | { readonly is: 'whole'; readonly data: PingAnswer; onAgain(): void }
  | { readonly is: 'cancelled'; onAgain(): void }
  | { readonly is: 'old'; onCancel(): void };

/** The answer in one line; until it is there, how far the ping has come, in the same places. */
export function Summary({ known, phase }: { readonly known: PingKnown; readonly phase: Phase }) {
  const { host, address, packets } = known;
  const { avgTime, packetsTransmitted, packetsReceived, packetLoss } = figuresOf(known);
  const isFilling = phase.is === 'filling';
  const settled = packets.filter(({ isSettled }) => isSettled).length;
  return (
    <AnswerCard
      steady
      title={isFilling ? texts.loading : reachability(packetLoss)}
      sub={
        <span className="mono">{shownText(address === null || address === host ? host : `${host} (${address})`)}</span>
      }
      notes={phase.is === 'cancelled' ? [`Cancelled after ${settled} of ${COUNT} packets.`] : []}
      stats={[
        { value: avgTime === null ? '–' : formatMs(avgTime), label: 'average' },
        { value: `${packetsReceived} / ${isFilling ? COUNT : packetsTransmitted}`, label: 'packets received' },
      ]}
      badge={isFilling ? <Badge>{`${settled} of ${COUNT}`}</Badge> : <Loss percent={packetLoss} />}
      announcement={isFilling ? texts.loading : announcementOf(known)}
      actions={<Actions known={known} phase={phase} />}
      {...(isFilling && { progress: settled / COUNT })}
    />
  );
}

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
  if (phase.is === 'filling') {
    return (
      <button className="btn" type="button" onClick={phase.onCancel}>
        Cancel
      </button>
    );
  }
  return (
    <>
      <ShareButton />
      {phase.is !== 'old' && (
        <ExportMenu
          tool="ping"
          target={known.host}
          data={phase.is === 'whole' ? phase.data : { ...known, summary: figuresOf(known) }}
          tables={exportTables(known)}
        />
      )}
    </>
  );
}

function exportTables(known: PingKnown) {
  const fields = (title: string, rows: readonly KeyValue[]) => ({
    title,
    titles: ['Field', 'Value'],
    rows: rows.map(({ label, value }) => [label, value ?? '']),
  });
  const packets = known.packets.map(({ seq, timeMs, ttl, error }) =>
    [seq, timeMs, ttl, error?.meaning, error?.router].map((cell) => String(cell ?? '')),
  );
  return [
    fields(texts.connection, connectionRows(known)),
    fields(texts.statistics, statisticsRows(known)),
    { title: 'Packets', titles: ['Packet', 'Time (ms)', 'TTL', 'Error', 'Router'], rows: packets },
  ];
}
