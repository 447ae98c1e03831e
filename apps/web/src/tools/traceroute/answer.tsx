import { counted } from '@sonde/contract/text/counted';
import { formatMs } from '@sonde/contract/text/format-ms';
import { tracerouteExplanations } from '@sonde/contract/tools/traceroute/explanations';
import { pathFacts, type TracerouteAnswer, tracerouteTables } from '@sonde/contract/tools/traceroute/tables';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { Globe } from '../../ui/icons/lucide/globe.ts';
import { Milestone } from '../../ui/icons/lucide/milestone.ts';
import { Network } from '../../ui/icons/lucide/network.ts';
import { RotateCw } from '../../ui/icons/lucide/rotate-cw.ts';
import { Split } from '../../ui/icons/lucide/split.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { AnswerPage } from '../answer/answer-page.tsx';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { AnswerActions, CancelButton } from '../screens/answer-actions.tsx';
import { FROM_HERE } from '../screens/from-here.ts';
import { addressPart, hopParts } from './came-from.ts';
import ladderSheet from './ladder/ladder.css?inline';
import { Ladder } from './ladder/ladder.tsx';
import { ParallelPaths } from './ladder/parallel-paths.tsx';
import { gapSentences, headline } from './messages.ts';
import { placesOf } from './places.ts';
import { deadlineOf } from './query.ts';
import { RouteMap } from './route-map.tsx';
import { texts } from './texts.ts';
import sheet from './trace.css?inline';

addExplanations(tracerouteExplanations);

adoptSheet(sheet);
adoptSheet(ladderSheet);

/** As in `ping`: running, done, cancelled, or outdated. */
type TracePhase =
  | { readonly is: 'running'; onCancel(): void }
  | { readonly is: 'done'; onAgain(): void }
  | { readonly is: 'cancelled'; onAgain(): void }
  | { readonly is: 'outdated'; onCancel(): void };

interface AnswerProps {
  readonly data: TracerouteAnswer;
  readonly phase: TracePhase;
}

/** One layout for every phase: hops appear in their places as they answer. */
export function Answer({ data, phase }: AnswerProps) {
  const isRunning = phase.is === 'running';
  const places = placesOf(data.hops);
  const { host, address, hops, reached } = data;
  const last = reached === 'target' ? hops.at(-1)?.avgMs : null;
  const title = isRunning ? texts.loading : headline(data);
  return (
    <AnswerPage
      tool="traceroute"
      target={host}
      title={title}
      answer={phase.is === 'done' || phase.is === 'outdated' ? data : null}
      good="The path leads to the host, and nothing on it needs attention."
      unjudged={phase.is === 'cancelled' ? 'No verdict: the trace was cancelled.' : ''}
      facts={[
        address === '' || address === host ? host : `${host} (${address})`,
        last == null ? null : `${formatMs(last)} to the host`,
        counted(hops.length, 'hop'),
      ]}
      notes={[...(phase.is === 'cancelled' ? [] : gapSentences(data)), FROM_HERE]}
      announcement={isRunning ? texts.loading : `${host}: ${title}`}
      running={
        phase.is === 'running'
          ? {
              said: saidOf(hops.length),
              progress: Math.min(0.9, hops.length / 12),
              deadlineMs: deadlineOf(data),
              onCancel: phase.onCancel,
            }
          : null
      }
      outdated={phase.is === 'outdated' ? { text: texts.loading, onCancel: phase.onCancel } : null}
      panelOf={panelOf}
      actions={<Actions data={data} phase={phase} />}
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
    </AnswerPage>
  );
}

const saidOf = (hops: number) => (hops === 0 ? 'Waiting for the first router.' : `${counted(hops, 'hop')} so far.`);

/** The ids of the panels that checks rest on. */
const panelOf = { target: 'hops', loop: 'hops', loss: 'hops', routers: 'hops', mtu: 'path', method: 'path' };

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
      <details className="steps">
        <summary>Show as a table</summary>
        <RecordTable
          label="Steps of all flows"
          titles={['Hop', 'From', 'To', 'Flows']}
          rows={graph.map(({ ttl, from, to, flows }) => [
            String(ttl),
            from ?? SILENT,
            to ?? SILENT,
            String(flows ?? ''),
          ])}
        />
      </details>
    </Panel>
  );
}

function AgainButton({ phase }: { readonly phase: TracePhase }) {
  const onAgain = 'onAgain' in phase ? phase.onAgain : undefined;
  return (
    <button className="btn" type="button" aria-disabled={onAgain === undefined} onClick={onAgain}>
      <RotateCw className="i" />
      <span className="fold">Trace again</span>
    </button>
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
