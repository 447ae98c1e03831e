import { type AnyTool, type ToolId, tools } from '@sonde/contract';
import { headlinesOf } from '@sonde/contract/answers/headlines';
import type { CheckResult, Verdict } from '@sonde/contract/finding/check-result';
import { countOfChecks } from '@sonde/contract/finding/verdict';
import { type ListItem, listItems } from '@sonde/contract/lists/list-items';
import { readListTarget } from '@sonde/contract/lists/list-target';
import { readList } from '@sonde/contract/lists/read-list';
import { SELF } from '@sonde/contract/own-place';
import { FROM } from '@sonde/contract/places/asked-elsewhere';
import type { PlaceAnswerRead } from '@sonde/contract/places/place-rows';
import { placesCall } from '@sonde/contract/places/places';
import { readPlace } from '@sonde/contract/places/places-in-words';
import { ask } from '../../browser/api/ask.ts';
import { AskError } from '../../browser/api/ask-error.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { inLines } from '../../tools/paste/in-lines.ts';
import type { ListRow } from './run-list.ts';

/** What every answer has. */
export interface ListedAnswer extends Readonly<Record<string, unknown>> {
  readonly verdict?: Verdict;
  readonly checks?: readonly CheckResult[];
  /** One answer for each place, if places were asked. */
  readonly seenFrom?: readonly PlaceAnswerRead[];
}

export type Row = ListRow<ListedAnswer>;

const all: Readonly<Record<string, AnyTool>> = tools;

/** What was recognised in a text. */
export interface TextRead {
  /** How many different targets the text has. */
  readonly all: number;
  /** Those that the tool accepts, as it is asked for them. */
  readonly targets: readonly string[];
  readonly badLines: readonly unknown[];
}

/** Of a longer list, the rest is not even counted. */
const MAX_READ = 2_000;

/** Reads the targets of a text for a tool. */
export function readText(tool: string, text: string): TextRead {
  const { targets, badLines } = readList(inLines(text), MAX_READ);
  const found = all[tool];
  const items = found === undefined ? [] : listItems(targets, [found]);
  return { all: targets.length, targets: items.map((item) => item.target.target), badLines };
}

/** Looks up one target of a list. */
export async function lookUp(tool: string, target: string, signal: AbortSignal): Promise<ListedAnswer> {
  const item = itemOf(tool, target);
  return (await ask(item.tool, item.question, signal)) as ListedAnswer;
}

function itemOf(tool: string, target: string): ListItem {
  const found = all[tool];
  const read = readListTarget(target);
  const [item] = found === undefined || read === null ? [] : listItems([read], [found]);
  if (item === undefined) throw new Error(`${tool} does not take ${target}`);
  return item;
}

/** Looks up one target of a list from this server and from places. */
export async function lookUpFrom(
  tool: string,
  target: string,
  from: readonly string[],
  signal: AbortSignal,
): Promise<ListedAnswer> {
  const item = itemOf(tool, target);
  const query = { ...item.question, [FROM]: [SELF, ...from].join(',') };
  const { places } = await ask({ ...placesCall(tool), progress: null }, query, signal);
  return { seenFrom: places.map(readPlace) };
}

/** How long the server wants a client to wait whose allowance is used up; null after other failures. */
export function pauseAfter(error: unknown): number | null {
  const failure = error instanceof AskError ? error.failure : null;
  const mayWait = failure?.code === 'rate-limited' || failure?.code === 'busy';
  return mayWait ? (failure.retryAfterSeconds ?? null) : null;
}

const MOST_SHOWN = 2;

/** The result of a row in words: what is wrong, or what a reader looks for first. */
export function resultInWords(tool: string, { state, data, error }: Row): string {
  if (state === 'failed') return textOf(error);
  if (data === undefined) return '';
  const { verdict = 'unknown', checks = [] } = data;
  const wrong = verdict === 'good' ? [] : checks.filter((check) => check.state === verdict);
  const said = wrong.map(({ title, summary }) => `${title}: ${summary}`);
  const facts = headlinesOf(tool as ToolId, data).map(({ label, value }) => `${label}: ${value}`);
  const shown = [...said, ...facts].slice(0, MOST_SHOWN).join(' · ');
  return shown || (checks.length > 0 ? countOfChecks(checks) : 'Answered');
}
