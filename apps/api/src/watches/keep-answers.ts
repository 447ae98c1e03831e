import type { AnyTool } from '@sonde/contract';
import type { SnapshotOutcome, SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { withoutContacts } from '@sonde/contract/snapshots/withheld';
import type { FastifyBaseLogger } from 'fastify';
import type { Snapshots } from '../snapshots/snapshots.ts';
import type { WatchRow } from '../stores/watch-tables.ts';
import { ownerOfStates } from './watch-store.ts';

/** An answer of a watch, to be kept under a link of its own. */
export interface WatchAnswer {
  readonly tool: AnyTool;
  readonly target: string;
  /** The parameters of the call. */
  readonly query: Readonly<Record<string, string>>;
  readonly outcome: SnapshotOutcome;
}

export interface KeepParts {
  readonly snapshots: Pick<Snapshots, 'make'>;
  readonly log: FastifyBaseLogger;
}

/** Keeps the answers for the owner of the watch; null if there are none or there is no room, so that only facts are kept. */
export async function keepAnswers(
  { snapshots, log }: KeepParts,
  row: Pick<WatchRow, 'id' | 'target'>,
  answers: readonly WatchAnswer[],
): Promise<string | null> {
  if (answers.length === 0) return null;
  try {
    const made = { target: row.target, parts: answers.map(toPart) };
    return (await snapshots.make(made, ownerOfStates(row.id), async () => {})).id;
  } catch (err) {
    log.info({ err }, 'the answer of a watch was not kept');
    return null;
  }
}

function toPart({ tool, target, query, outcome }: WatchAnswer): SnapshotPart {
  const { answer, fields } = withoutContacts(tool.id, outcome._data ?? {});
  const measuredAt = outcome._data?.['checkedAt'];
  return {
    tool: tool.id,
    target,
    key: `${tool.path}?${new URLSearchParams(query)}`,
    measuredAt: typeof measuredAt === 'string' ? measuredAt : null,
    withheld: [...fields],
    outcome: { ...outcome, _data: answer },
  };
}
