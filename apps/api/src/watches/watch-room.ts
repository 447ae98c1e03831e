import { report, reportPartsOf, ToolError } from '@sonde/contract';
import { MAX_WATCHES } from '@sonde/contract/watch/watch';
import { sql } from 'kysely';
import type { Database } from '../stores/tables.ts';

/** A report is measured by so many tools, and counts as so many watches. */
const WATCHES_OF_REPORT = reportPartsOf(report.example.target).length;
const countOf = ({ tool, from }: Asked) => (tool === report.id ? WATCHES_OF_REPORT : Math.max(1, from.length));

interface Asked {
  readonly tool: string;
  /** The ids of its places. */
  readonly from: readonly string[];
  /** The id of a watch that it replaces. */
  readonly except?: string;
}

/** @throws ToolError `invalid-input` if this owner has no room for one more. */
export async function checkRoom(transaction: Database, owner: string, asked: Asked): Promise<void> {
  const { count } = await transaction
    .selectFrom('watches')
    .select(
      sql<unknown>`sum(case when tool = ${report.id} then ${sql.lit(WATCHES_OF_REPORT)}
        when places is null then 1 else length(places) - length(replace(places, ',', '')) + 1 end)`.as('count'),
    )
    .where('owner', '=', owner)
    .where('id', '!=', asked.except ?? '')
    .executeTakeFirstOrThrow();
  if (Number(count ?? 0) + countOf(asked) <= MAX_WATCHES) return;
  const most = MAX_WATCHES.toLocaleString('en');
  throw new ToolError(
    'invalid-input',
    `One person has at most ${most} watches; one of a report counts as ${WATCHES_OF_REPORT}, one from several places as one for each.`,
  );
}
