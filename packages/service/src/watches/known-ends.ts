import type { ToolId } from '@sonde/contract';
import { endingsOf } from '@sonde/contract/answers/endings';
import type { KnownEnd } from './ends.ts';

/** What ends in an answer of this tool; without dates that cannot be read. */
export function knownEnds(tool: ToolId, answer: Readonly<Record<string, unknown>>): KnownEnd[] {
  return endingsOf(tool, answer).flatMap(({ about, kind, ends, begins, id }) => {
    if (ends === null || Number.isNaN(Date.parse(ends))) return [];
    return [{ id: id ?? `${kind} ${about} ${ends}`, about, kind, begins: begins ?? null, ends }];
  });
}
