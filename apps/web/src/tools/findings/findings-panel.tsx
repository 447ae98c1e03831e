import type { Finding } from '@sonde/contract/finding/finding';
import { type ReactNode, useEffect } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx';
import { ListChecks } from '../../ui/icons/lucide/list-checks.ts';
import { Panel, type PanelProps } from '../../ui/layout/panel.tsx';
import { useAnchor, useRegionNames } from '../../ui/layout/region-names.ts';
import { FindingItem } from './finding-item.tsx';
import sheet from './findings.css?inline';
import { GoodFindings } from './good-findings.tsx';
import { type FindingsRead, judged } from './judged.ts';
import { countWords, problemGroups, stateWords } from './state-words.ts';
import { ROOM_REM, useRoom } from './use-room.ts';

adoptSheet(sheet);

/** The id of the panel. */
export const FINDINGS = 'findings';

export interface FindingsPanelProps extends Pick<PanelProps, 'span'> {
  readonly title?: string;
  readonly id?: string;
  readonly findings: FindingsRead;
  /** Shown until the answer is judged; the space of the findings is reserved from the start. */
  readonly pending?: string | null;
  /** How high the list may be before the visitor expands it, if nothing below it has to keep its place. */
  readonly roomRem?: number;
  /** Height reserved from the start, if the panel waits for its findings. */
  readonly keptRem?: number;
  /** An action on the page itself that helps with a finding. */
  actionOf?(finding: Finding): ReactNode;
  /** The server software, as the server named it: its remedies are shown first. */
  readonly program?: string | null;
}

/**
 * What is wrong, what it means and what to do, the most severe first; then what is good. Renders nothing for an answer
 * without findings.
 */
export function FindingsPanel(props: FindingsPanelProps) {
  const anchor = useAnchor(FINDINGS);
  const { title = 'Findings', id = anchor, span = 12, findings, pending, actionOf } = props;
  const { keptRem = ROOM_REM, roomRem = keptRem, program = null } = props;
  const isPending = findings === undefined && typeof pending === 'string';
  const known = judged(findings);
  if (!isPending && known.length === 0) return null;
  return (
    <Panel title={title} icon={ListChecks} id={id} span={span} note={isPending ? undefined : countWords(known)}>
      <div className="judged" style={pending === undefined ? undefined : { '--room': `${keptRem}rem` }}>
        {isPending ? (
          <>
            <p className="still">{pending}</p>
            <SkeletonRows rows={3} className="waiting" />
          </>
        ) : (
          <FoundList
            id={id}
            known={known}
            roomRem={roomRem}
            fillsRoom={pending !== undefined}
            actionOf={actionOf}
            program={program}
          />
        )}
      </div>
    </Panel>
  );
}

interface FoundListProps {
  readonly id: string;
  readonly known: readonly Finding[];
  readonly roomRem: number;
  readonly fillsRoom: boolean;
  readonly actionOf: FindingsPanelProps['actionOf'];
  readonly program: string | null;
}

function FoundList({ id, known, roomRem, fillsRoom, actionOf, program }: FoundListProps) {
  const { ref, shown, leftRem, showAll } = useRoom(roomRem);
  const named = useRegionNames();
  useEffect(() => {
    const onHash = () => location.hash === `#${id}` && showAll();
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  });
  const good = known.filter(({ state }) => state === 'good');
  const worse = known.length - good.length;
  const groups = problemGroups(known);
  const before = groups.map((_, index) => groups.slice(0, index).reduce((sum, { found }) => sum + found.length, 0));
  return (
    <>
      <div ref={ref}>
        {groups.map(({ state, found }, group) => {
          const first = before[group] ?? 0;
          const { icon: Icon, heading } = stateWords[state];
          return (
            <section key={state} data-state={state} hidden={first >= shown} aria-label={named(heading)}>
              <h3>
                <Icon className="i" />
                {heading}
              </h3>
              <ul>
                {found.map((finding, index) => (
                  <FindingItem
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found of several things
                    key={index}
                    finding={finding}
                    isHidden={first + index >= shown}
                    action={actionOf?.(finding)}
                    program={program}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {worse > shown && (
        <button className="btn more" type="button" onClick={showAll}>
          Show {worse - shown} more
        </button>
      )}
      {good.length > 0 && <GoodFindings good={good} roomRem={fillsRoom ? leftRem : 0} />}
    </>
  );
}
