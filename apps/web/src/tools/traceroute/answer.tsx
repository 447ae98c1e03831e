import { formatMs } from '@sonde/contract/text/format-ms';
import { tracerouteExplanations } from '@sonde/contract/tools/traceroute/explanations';
import { pathFacts, type TracerouteAnswer, tracerouteTables } from '@sonde/contract/tools/traceroute/tables';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { Globe } from '../../ui/icons/lucide/globe.ts';
import { Milestone } from '../../ui/icons/lucide/milestone.ts';
import { Network } from '../../ui/icons/lucide/network.ts';
import { RotateCw } from '../../ui/icons/lucide/rotate-cw.ts';
import { Split } from '../../ui/icons/lucide/split.ts';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { announced, Verdict } from '../findings/verdict.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { AnswerActions, CancelButton } from '../screens/answer-actions.tsx';
import { addressPart, hopParts } from './came-from.ts';
import ladderSheet from './ladder/ladder.css?inline';
import { Ladder } from './ladder/ladder.tsx';
import { ParallelPaths } from './ladder/parallel-paths.tsx';
import { gapSentences, headline } from './messages.ts';
import { placesOf } from './places.ts';
import { RouteMap } from './route-map.tsx';
import { texts } from './texts.ts';
import sheet from './trace.css?inline';

addExplanations(tracerouteExplanations);

adoptSheet(sheet);
adoptSheet(ladderSheet);

/** As in `ping`: running, done, cancelled, or outdated. */
export type Phase =
  | { readonly is: 'running'; onCancel(): void }
  | { readonly is: 'done'; onAgain(): void }
  | { readonly is: 'cancelled'; onAgain(): void }
  | { readonly is: 'outdated'; onCancel(): void };

interface AnswerProps {
  readonly data: TracerouteAnswer;
  readonly phase: Phase;
}

const JUDGED_LATER = 'Findings appear when the last packet is answered or times out.';

/** One layout for every phase: hops appear in their places as they answer. */
export function Answer({ data, phase }: AnswerProps) {
  const isRunning = phase.is === 'running';
  const places = placesOf(data.hops);
  return (
    <LookupFrame
      {...(phase.is === 'outdated' && { status: <StatusLine text={texts.loading} onCancel={phase.onCancel} /> })}
      top={
        <>
          <Summary data={data} phase={phase} />
          <AlsoCheck tool="traceroute" target={data.host} />
        </>
      }
    >
      <Panel title="Hops" icon={Milestone} count={data.hops.length} actions={<AgainButton phase={phase} />}>
        <CameFrom what="the hops" parts={hopParts(data.hops)} />
        <Ladder hops={data.hops} isRunning={isRunning} />
      </Panel>
      {!isRunning && places.length > 1 && (
        <Panel title="Places" icon={Globe} note="From a database, which is often wrong for routers.">
          <RouteMap places={places} />
        </Panel>
      )}
      {!isRunning && (
        <Panel title="Path" icon={Network}>
          <CameFrom what="the address" parts={[addressPart(data)]} />
          <KeyValueList rows={pathFacts(data)} missing="Not available" wide />
        </Panel>
      )}
      {data.graph !== null && data.graph.length > 0 && <Steps graph={data.graph} />}
      <FindingsPanel findings={data.findings} pending={isRunning ? JUDGED_LATER : null} />
    </LookupFrame>
  );
}

const SILENT = 'no answer';

function Steps({ graph }: { readonly graph: NonNullable<TracerouteAnswer['graph']> }) {
  return (
    <Panel
      title="Steps of all flows"
      icon={Split}
      count={graph.length}
      note="Addresses are those of interfaces: one router may have several."
    >
      <ParallelPaths graph={graph} />
      <RecordTable
        label="Steps of all flows"
        titles={['Hop', 'From', 'To', 'Flows']}
        rows={graph.map(({ ttl, from, to, flows }) => [String(ttl), from ?? SILENT, to ?? SILENT, String(flows ?? '')])}
      />
    </Panel>
  );
}

function AgainButton({ phase }: { readonly phase: Phase }) {
  const onAgain = 'onAgain' in phase ? phase.onAgain : undefined;
  return (
    <button className="btn" type="button" disabled={onAgain === undefined} onClick={onAgain}>
      <RotateCw className="i" />
      <span className="fold">Trace again</span>
    </button>
  );
}

/** Why there is no verdict. */
const unjudged: Readonly<Record<Phase['is'], string>> = {
  running: 'The verdict follows the last packet.',
  cancelled: 'No verdict: the trace was cancelled.',
  done: '',
  outdated: '',
};

function Summary({ data, phase }: AnswerProps) {
  const isRunning = phase.is === 'running';
  const { host, address, hops, reached } = data;
  const last = reached === 'target' ? hops.at(-1)?.avgMs : null;
  const title = isRunning ? texts.loading : headline(data);
  return (
    <AnswerCard
      steady
      title={title}
      sub={<span className="mono">{address === '' || address === host ? host : `${host} (${address})`}</span>}
      notes={phase.is === 'cancelled' ? ['The trace was cancelled.'] : gapSentences(data)}
      stats={[
        { value: last == null ? '–' : formatMs(last), label: 'to the host' },
        { value: String(hops.length), label: 'hops' },
      ]}
      announcement={isRunning ? texts.loading : announced(`${host}: ${title}`, data.findings)}
      actions={<Actions data={data} phase={phase} />}
      {...(isRunning && { progress: Math.min(0.9, hops.length / 12) })}
    >
      <Verdict findings={data.findings} pending={unjudged[phase.is]} />
    </AnswerCard>
  );
}

function Actions({ data, phase }: AnswerProps) {
  if (phase.is === 'running') return <CancelButton onCancel={phase.onCancel} />;
  const tables = tracerouteTables(data);
  return (
    <AnswerActions
      tool="traceroute"
      target={data.host}
      data={data}
      tables={tables}
      disabled={phase.is === 'outdated'}
    />
  );
}
