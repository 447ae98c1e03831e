import type { Reading } from '@sonde/contract';
import { pathTrees } from '@sonde/contract/places/merged-paths';
import { placesSentence, shownGroups } from '@sonde/contract/places/place-groups';
import { type PlaceAnswerRead, placeRows, roundTripText } from '@sonde/contract/places/place-rows';
import type { PlaceAnswer, PlaceGroup } from '@sonde/contract/places/places';
import { SELF } from '@sonde/contract/places/places';
import { readGroups, readPlace } from '@sonde/contract/places/places-in-words';
import { counted } from '@sonde/contract/text/counted';
import { isToolId } from '@sonde/contract/tools/modules';
import { pingRoundTrips } from '@sonde/contract/tools/ping/round-trips';
import { tracerouteRoundTrips } from '@sonde/contract/tools/traceroute/round-trips';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Badge } from '../../ui/tables/badge.tsx';
import { type ColumnFormat, RecordTable } from '../../ui/tables/record-table.tsx';
import { Groups } from './groups.tsx';
import type { KnownPlace } from './known-place.ts';
import { Paths } from './paths.tsx';
import { PlacesMap } from './places-map.tsx';
import { RoundTrips } from './round-trips.tsx';

export type PlaceRead = Reading<typeof PlaceAnswer>;
export interface PlacesRead {
  readonly places: readonly PlaceRead[] | null;
  readonly groups: readonly Reading<typeof PlaceGroup>[] | null;
}

export interface OtherPlacesProps {
  readonly tool: string;
  /** The ids of the places that are asked. */
  readonly from: readonly string[];
  /** By their ids. */
  readonly known: ReadonlyMap<string, KnownPlace>;
  /** What has been answered so far. */
  readonly answers: readonly PlaceRead[];
  /** Null until all places have ended. */
  readonly groups: PlacesRead['groups'];
  readonly error: unknown;
  onAgain(): void;
}

const NOTE =
  'The same lookup by agents of this server elsewhere, as seen from each place. It changes nothing in the answer of this server.';

/** What other places see: one row for each, and the answers compared. */
export function OtherPlaces({ tool, from, known, answers, groups, error, onAgain }: OtherPlacesProps) {
  if (!isToolId(tool)) return null;
  const nameOf = (id: string) => (id === SELF ? 'This server' : (known.get(id)?.name ?? id));
  const read = answers.map(readPlace);
  const compared = readGroups(groups ?? []);
  const isWhole = groups !== null;
  return (
    <div className="grid elsewhere">
      <Panel title="From other places" note={NOTE} span={12}>
        {error === null ? (
          <>
            <p className="told" role="status">
              {isWhole
                ? placesSentence(tool, compared, read)
                : `${read.length} of ${counted(from.length, 'place')} have ended...`}
            </p>
            {(tool === 'ping' || tool === 'traceroute') && (
              <Measured tool={tool} from={from} known={known} answers={read} nameOf={nameOf} />
            )}
            <Rows tool={tool} from={from} answers={read} nameOf={nameOf} />
            {compared.length > 1 && <Groups groups={shownGroups(tool, compared, read)} nameOf={nameOf} />}
            {tool === 'traceroute' && isWhole && <Paths trees={pathTrees(read)} nameOf={nameOf} />}
          </>
        ) : (
          <ErrorBox
            message={error instanceof Error ? error.message : 'The places could not be asked.'}
            onRetry={onAgain}
          />
        )}
      </Panel>
    </div>
  );
}

interface MeasuredProps extends Pick<OtherPlacesProps, 'from' | 'known'> {
  readonly tool: 'ping' | 'traceroute';
  readonly answers: readonly PlaceAnswerRead[];
  nameOf(id: string): string;
}

const roundTripsIn = { ping: pingRoundTrips, traceroute: tracerouteRoundTrips } as const;

/** The round trips on one axis and one map, which have their room from the beginning. */
function Measured({ tool, from, known, answers, nameOf }: MeasuredProps) {
  const times = new Map(
    answers.flatMap((one) => {
      const measured = roundTripsIn[tool](one.data);
      return measured === null ? [] : [[one.place, { place: one.place, ...measured }] as const];
    }),
  );
  const sorted = placeRows(tool, answers).map(({ place }) => place);
  const order = [...sorted, ...from.filter((id) => !sorted.includes(id))];
  return (
    <>
      <RoundTrips tool={tool} order={order} times={times} nameOf={nameOf} />
      <PlacesMap order={from} known={known} times={times} nameOf={nameOf} />
    </>
  );
}

interface RowsProps extends Pick<OtherPlacesProps, 'from'> {
  readonly tool: Parameters<typeof placeRows>[0];
  readonly answers: readonly PlaceAnswerRead[];
  nameOf(id: string): string;
}

const tones: Readonly<Record<string, 'ok' | 'warn' | 'bad'>> = { Good: 'ok', Warning: 'warn', Broken: 'bad' };
const WAITING = 'Asked';
const formats: ReadonlyMap<string, ColumnFormat> = new Map([
  ['Result', { show: (text: string) => <Badge tone={tones[text] ?? 'neutral'}>{text}</Badge> }],
]);

function Rows({ tool, from, answers, nameOf }: RowsProps) {
  const rows = placeRows(tool, answers);
  const isTimed = tool === 'ping' || tool === 'traceroute';
  const waiting = from.filter((id) => !answers.some(({ place }) => place === id));
  const cells = (place: string, result: string, time: string, headline: string) =>
    isTimed ? [nameOf(place), result, time, headline] : [nameOf(place), result, headline];
  return (
    <RecordTable
      label="Answers by place"
      titles={isTimed ? ['Place', 'Result', 'Round trip', 'Answer'] : ['Place', 'Result', 'Answer']}
      formats={formats}
      rows={[
        ...rows.map((row) => cells(row.place, row.result, roundTripText(row), row.headline)),
        ...waiting.map((place) => cells(place, WAITING, '', '')),
      ]}
      isStacked
    />
  );
}
