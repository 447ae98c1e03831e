import { type AnyTool, report, ToolError } from '@sonde/contract';
import { watchRulesOf } from '@sonde/contract/answers/watch-rules';
import { isToolId } from '@sonde/contract/tools/modules';
import { MAX_EVERY_SECONDS, MAX_QUIET, MAX_WATCH_CHANNELS, MAX_WATCH_NAME } from '@sonde/contract/watch/watch';
import type { Service } from '@sonde/service';
import * as z from 'zod';
import type { NewWatchRow } from './watch-store.ts';

const MAX_PARAMETERS = 30;
const MAX_PARAMETER = 2_000;
const MAX_PATH = 300;
const SHOWN = /^[^\p{Cc}\p{Cf}\p{Cs}]*$/u;

const shown = (what: string, most: number) =>
  z
    .string(`The ${what} is a text.`)
    .max(most, `The ${what} is too long.`)
    .regex(SHOWN, `The ${what} contains characters that cannot be displayed.`);

const fields = {
  everySeconds: z
    .int('everySeconds is a whole number of seconds.')
    .max(MAX_EVERY_SECONDS, 'At least once in 30 days.')
    .optional(),
  quiet: z
    .array(shown('path', MAX_PATH), 'quiet is a list of paths.')
    .max(MAX_QUIET, `At most ${MAX_QUIET} paths.`)
    .optional(),
  channels: z
    .array(z.uuid('There is no such channel.'), 'channels is a list of ids.')
    .max(MAX_WATCH_CHANNELS, `At most ${MAX_WATCH_CHANNELS} channels.`)
    .optional(),
  name: shown('name', MAX_WATCH_NAME).optional(),
};

export const NewWatch = z.strictObject({
  tool: z.string('The id of the tool is missing.').max(40, 'There is no such tool.'),
  query: z.record(
    z.string().max(40, 'There is no such parameter.'),
    z.string('Parameters are texts.').max(MAX_PARAMETER, 'The parameter is too long.'),
    'The query is missing: the parameters of the tool’s call.',
  ),
  ...fields,
});
export type NewWatch = z.infer<typeof NewWatch>;

export const EditedWatch = z.strictObject({ ...fields, paused: z.boolean('paused is true or false.').optional() });

/** Wishes about one call, which would make every measurement a burden. */
const NOT_WATCHED = ['fresh', 'evidence', 'timing'];

interface WatchLimits {
  readonly floorSeconds: number;
  /** Whether the caller may have lookups made that burden their targets. */
  readonly mayBurden: boolean;
}

/**
 * Checks a new watch like a call of its tool, or of the report.
 * @throws ToolError `invalid-input`, `refused-target`, `forbidden`.
 */
export function watchRowOf(service: Service, wish: NewWatch, limits: WatchLimits): NewWatchRow {
  if (Object.keys(wish.query).length > MAX_PARAMETERS)
    throw new ToolError('invalid-input', 'These are too many parameters.', { field: 'query' });
  const wished = NOT_WATCHED.find((name) => Object.hasOwn(wish.query, name));
  if (wished !== undefined)
    throw new ToolError('invalid-input', `A watch has no parameter ${wished}.`, { field: wished });
  const { target, usualSeconds } =
    wish.tool === report.id ? ofReport(service, wish, limits) : ofTool(service, wish, limits);
  const { floorSeconds } = limits;
  const everySeconds = wish.everySeconds ?? Math.max(floorSeconds, usualSeconds);
  checkInterval(everySeconds, floorSeconds);
  const { tool, query, quiet = [], channels = [], name = '' } = wish;
  return { tool, target, name, query, everySeconds, quiet, channels };
}

interface WatchedCall {
  /** In canonical form. */
  readonly target: string;
  readonly usualSeconds: number;
}

function ofTool(service: Service, { tool: id, query }: NewWatch, limits: WatchLimits): WatchedCall {
  const tool = service.tools.find((one) => one.id === id);
  if (tool === undefined || !isToolId(tool.id)) throw noTool(service.tools);
  const request = service.check(tool, query);
  checkBurden(tool, tool.query.parse(query), limits);
  return { target: String(request.query[tool.target]), usualSeconds: watchRulesOf(tool.id).everySeconds };
}

/** Each of its tools is measured as often as is usual for it, but not more often than the report. */
function ofReport(service: Service, { query }: NewWatch, limits: WatchLimits): WatchedCall {
  const { target, parts } = service.reports.check(query);
  const ids = parts.flatMap(({ tool }) => (isToolId(tool.id) ? [tool.id] : []));
  if (ids.length === 0) throw new ToolError('invalid-input', 'This server has no tool for a report on this target.');
  for (const { tool, request } of parts) checkBurden(tool, request.query, limits);
  return { target, usualSeconds: Math.min(...ids.map((id) => watchRulesOf(id).everySeconds)) };
}

function checkBurden(tool: AnyTool, query: unknown, { mayBurden }: WatchLimits): void {
  if (!mayBurden && (tool.burdens?.(query) ?? false))
    throw new ToolError('forbidden', `This token lacks the scope for watches with ${tool.id}.`);
}

/** @throws ToolError `invalid-input` */
export function checkInterval(everySeconds: number, floorSeconds: number): void {
  if (everySeconds >= floorSeconds) return;
  throw new ToolError('invalid-input', `The shortest interval on this server is ${floorSeconds} seconds.`, {
    field: 'everySeconds',
  });
}

function noTool(tools: readonly AnyTool[]): ToolError {
  const known = [...tools.map(({ id }) => id), report.id].join(', ');
  return new ToolError('invalid-input', `There is no such tool. The tools are ${known}.`, { field: 'tool' });
}
