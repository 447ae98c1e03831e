import type { Reading } from '@sonde/contract';
import { mergedPaths } from '@sonde/contract/places/merged-paths';
import { placesSentence, shownGroups } from '@sonde/contract/places/place-groups';
import { type PlaceAnswerRead, placeRows, roundTripText } from '@sonde/contract/places/place-rows';
import type { PlaceAnswer, PlaceGroup } from '@sonde/contract/places/places';
import { SELF } from '@sonde/contract/places/places';
import { readGroups, readPlace } from '@sonde/contract/places/places-in-words';
import { counted } from '@sonde/contract/text/counted';
import { isToolId } from '@sonde/contract/tools/modules';
import { scaleTo } from '../../ui/charts/time-scale.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Badge } from '../../ui/tables/badge.tsx';
import { type ColumnFormat, RecordTable } from '../../ui/tables/record-table.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { Groups } from './groups.tsx';
import { Paths } from './paths.tsx';

export type PlaceRead = Reading<typeof PlaceAnswer>;
export interface PlacesRead {
  readonly places: readonly PlaceRead[] | null;
  readonly groups: readonly Reading<typeof PlaceGroup>[] | null;
}

export interface OtherPlacesProps {
  readonly tool: string;
  /** The ids of the places that are asked. */
  readonly from: readonly string[];
  readonly names: ReadonlyMap<string, string>;
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
export function OtherPlaces({ tool, from, names, answers, groups, error, onAgain }: OtherPlacesProps) {
  if (!isToolId(tool)) return null;
  const nameOf = (id: string) => (id === SELF ? 'This server' : (names.get(id) ?? id));
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
            <Rows tool={tool} from={from} answers={read} nameOf={nameOf} />
            {compared.length > 1 && <Groups groups={shownGroups(tool, compared, read)} nameOf={nameOf} />}
            {tool === 'traceroute' && isWhole && <Paths paths={mergedPaths(read)} nameOf={nameOf} />}
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

interface RowsProps extends Pick<OtherPlacesProps, 'from'> {
  readonly tool: Parameters<typeof placeRows>[0];
  readonly answers: readonly PlaceAnswerRead[];
  nameOf(id: string): string;
}

const tones: Readonly<Record<string, 'ok' | 'warn' | 'bad'>> = { Good: 'ok', Warning: 'warn', Broken: 'bad' };
const WAITING = 'Asked';

function Rows({ tool, from, answers, nameOf }: RowsProps) {
  const rows = placeRows(tool, answers);
  const times = rows.flatMap(({ roundTripMs }) => roundTripMs ?? []);
  const isTimed = tool === 'ping' || tool === 'traceroute';
  const { limit } = scaleTo(Math.max(0, ...times));
  const waiting = from.filter((id) => !answers.some(({ place }) => place === id));
  const shares = new Map(
    rows.map((row) => [roundTripText(row), row.roundTripMs === null ? null : row.roundTripMs / limit]),
  );
  const formats = new Map<string, ColumnFormat>([
    ['Result', { show: (text) => <Badge tone={tones[text] ?? 'neutral'}>{text}</Badge> }],
    ['Round trip', { show: (text) => <Time text={text} share={shares.get(text) ?? null} /> }],
  ]);
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
    />
  );
}

/** A time, and a bar on the axis that all rows share. */
function Time({ text, share }: { readonly text: string; readonly share: number | null }) {
  return (
    <>
      {visibleText(text)}
      {share !== null && (
        <span className="rtt" aria-hidden="true">
          <i style={{ inlineSize: `${Math.max(1, share * 100)}%` }} />
        </span>
      )}
    </>
  );
}
