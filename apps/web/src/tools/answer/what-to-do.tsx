import type { Finding } from '@sonde/contract/finding/finding';
import { type ReactNode, useState } from 'react';
import { useAnchor, useRegionNames } from '../../ui/layout/region-names.ts';
import { useRoom } from '../../ui/layout/use-room.ts';
import { alike, partedFindings } from './judgement.ts';
import { OtherFindings } from './other-findings.tsx';
import { ToDoItem } from './to-do-item.tsx';

/** The ids of the two lists. */
export const TO_DO = 'to-do';
export const OTHERS = 'other-findings';

/** So many remedies are open from the start where there is room; the others open with a press. */
const OPEN = 1;

export interface WhatToDoProps {
  readonly target: string;
  readonly findings: readonly Finding[];
  /** An action on the page itself that helps with a finding. */
  actionOf?(finding: Finding): ReactNode;
  /** The server software, as the server named it: its remedies are shown first. */
  readonly program?: string | null;
  /** At most so many are shown before the visitor asks for more. */
  readonly limit?: number;
}

/** What is broken, then what should be fixed, each once, with its remedy; everything else is folded below. */
export function WhatToDo({ target, findings, actionOf, program = null, limit = 8 }: WhatToDoProps) {
  const { toDo, rest } = partedFindings(findings);
  const groups = alike(toDo);
  const [shown, setShown] = useState(limit);
  const named = useRegionNames();
  const [toDoId, othersId] = [useAnchor(TO_DO), useAnchor(OTHERS)];
  const hasRoom = useRoom();
  if (findings.length === 0) return null;
  return (
    <section className="panel todo" id={toDoId} aria-label={named('What to do')}>
      {toDo.length > 0 && (
        <>
          <h2>What to do</h2>
          <ol>
            {groups.slice(0, shown).map((findings, index) => (
              <ToDoItem
                // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found of several things
                key={index}
                findings={findings}
                target={target}
                action={actionOf?.(findings[0])}
                program={program}
                isOpen={hasRoom && index < OPEN}
              />
            ))}
          </ol>
          {groups.length > shown && (
            <button className="btn more" type="button" onClick={() => setShown(groups.length)}>
              Show {groups.length - shown} more
            </button>
          )}
        </>
      )}
      {rest.length > 0 && <OtherFindings id={othersId} target={target} findings={rest} />}
    </section>
  );
}
