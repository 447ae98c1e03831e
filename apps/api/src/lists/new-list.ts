import { type AnyTool, ToolError } from '@sonde/contract';
import { MAX_LIST_NAME } from '@sonde/contract/lists/list-calls';
import { type ListItem, listItems, unusedTargets } from '@sonde/contract/lists/list-items';
import { MAX_LIST_TARGETS, readList } from '@sonde/contract/lists/read-list';
import { counted } from '@sonde/contract/text/counted';
import * as z from 'zod';
import { readOtherPlaces, refuseElsewhere } from '../places/background-places.ts';

const MAX_SHOWN_LINES = 50;

export const NewList = z.strictObject({
  targets: z.union(
    [z.array(z.string()), z.string()],
    'The targets are a list of texts, or the text of a file with one target per line.',
  ),
  tools: z.array(z.string(), 'The ids of the tools are missing.').min(1, 'At least one tool is needed.'),
  from: z.unknown().optional(),
  name: z
    .string('The name is a text.')
    .max(MAX_LIST_NAME, 'The name is too long.')
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, 'The name contains characters that cannot be displayed.')
    .default(''),
  /** Return the estimate without starting the list. */
  dryRun: z.boolean('dryRun is true or false.').default(false),
});
export type NewList = z.infer<typeof NewList>;

interface AskedItems {
  readonly items: readonly ListItem[];
  /** The ids of the places; none for this server alone. */
  readonly from: readonly string[];
  /** Targets that none of the tools accepts. */
  readonly skipped: readonly string[];
}

/** Returns the lookups of a list. @throws ToolError `invalid-input` with the numbers of lines that are not targets. */
export function itemsOf(
  { targets, tools: ids, from: wished }: Pick<NewList, 'targets' | 'tools' | 'from'>,
  offered: readonly AnyTool[],
): AskedItems {
  const unknown = ids.find((id) => offered.every((tool) => tool.id !== id));
  if (unknown !== undefined) {
    const known = offered.map(({ id }) => id).join(', ');
    throw new ToolError('invalid-input', `There is no such tool. The tools are ${known}.`, { field: 'tools' });
  }
  const from = wished === undefined ? [] : readOtherPlaces(wished);
  const text = typeof targets === 'string' ? targets : targets.map((one) => one.replaceAll(/[\r\n]+/g, ' ')).join('\n');
  const list = readList(text, MAX_LIST_TARGETS);
  const wrong = (message: string) => new ToolError('invalid-input', message, { field: 'targets' });
  if (list.badLines.length > 0) {
    const numbers = list.badLines.slice(0, MAX_LIST_TARGETS).map(({ line }) => line);
    const isAll = numbers.length === list.badLines.length;
    const more =
      numbers.length > MAX_SHOWN_LINES ? ` and ${isAll ? numbers.length - MAX_SHOWN_LINES : 'many'} more` : '';
    const lines = numbers.length === 1 ? '1 line has' : `${isAll ? '' : 'More than '}${numbers.length} lines have`;
    throw wrong(`${lines} no target: ${numbers.slice(0, MAX_SHOWN_LINES).join(', ')}${more}.`);
  }
  if (list.targets.length === 0) throw wrong('The list has no targets.');
  checkSize(list.targets.length, from.length);
  const asked = offered.filter(({ id }) => ids.includes(id));
  const items = listItems(list.targets, asked);
  if (items.length === 0) throw wrong('Nothing in the list can be looked up with these tools.');
  checkElsewhere(items, from);
  return { items, from, skipped: unusedTargets(list.targets, asked).map(({ target }) => target) };
}

/** @throws ToolError `invalid-input` */
function checkSize(targets: number, places: number): void {
  if (targets * Math.max(1, places) <= MAX_LIST_TARGETS) return;
  const message =
    places === 0
      ? `A list has at most ${MAX_LIST_TARGETS} targets.`
      : `A list from ${counted(places, 'place')} has at most ${Math.floor(MAX_LIST_TARGETS / places)} targets: each counts once for each place.`;
  throw new ToolError('invalid-input', message, { field: 'targets' });
}

/** @throws ToolError `invalid-input` for lookups that several places cannot make. */
function checkElsewhere(items: readonly ListItem[], from: readonly string[]): void {
  if (from.length === 0) return;
  for (const { tool, question } of items) refuseElsewhere(tool, question, 'list');
}
