import { type AnyTool, report, ToolError } from '@sonde/contract';
import { watchRulesOf } from '@sonde/contract/answers/watch-rules';
import { isToolId } from '@sonde/contract/tools/modules';
import { certificates } from '@sonde/contract/watch/certificates/watched-certificates';
import { MAX_EVERY_SECONDS, MAX_QUIET, MAX_WATCH_CHANNELS, MAX_WATCH_NAME } from '@sonde/contract/watch/watch';
import { NO_SEARCH } from '@sonde/probes';
import type { Service } from '@sonde/service';
import * as z from 'zod';
import { readWatchedFrom } from './from-places.ts';
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

const query = z.record(
  z.string().max(40, 'There is no such parameter.'),
  z.string('Parameters are texts.').max(MAX_PARAMETER, 'The parameter is too long.'),
  'The query is missing: the parameters of the tool’s call.',
);

export const NewWatch = z.strictObject({
  tool: z.string('The id of the tool is missing.').max(40, 'There is no such tool.'),
  query,
  from: z.unknown().optional(),
  ...fields,
});
export type NewWatch = z.infer<typeof NewWatch>;

export const EditedWatch = z.strictObject({
  ...fields,
  query: query.optional(),
  from: z.unknown().optional(),
  paused: z.boolean('paused is true or false.').optional(),
});
export type EditedWatch = z.infer<typeof EditedWatch>;

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
  const { target, usualSeconds } = watchedCall(service, wish, limits);
  const { floorSeconds } = limits;
  const everySeconds = wish.everySeconds ?? Math.max(floorOf(wish.tool, floorSeconds), usualSeconds);
  checkInterval(everySeconds, floorOf(wish.tool, floorSeconds));
  const { tool, query, quiet = [], channels = [], name = '' } = wish;
  const from = wish.from === undefined ? [] : readWatchedFrom(service, wish);
  return { tool, target, name, query, from, everySeconds, quiet, channels };
}

interface WatchedCall {
  /** In canonical form. */
  readonly target: string;
  readonly usualSeconds: number;
}

function watchedCall(service: Service, wish: NewWatch, limits: WatchLimits): WatchedCall {
  if (wish.tool === certificates.id) return ofCertificates(service, wish.query, limits);
  return wish.tool === report.id ? ofReport(service, wish, limits) : ofTool(service, wish, limits);
}

function ofCertificates(service: Service, asked: NewWatch['query'], limits: WatchLimits): WatchedCall {
  if (service.readCertificates === null) throw new ToolError('invalid-input', NO_SEARCH, { field: 'tool' });
  // The search, and the servers of names in it, are asked as by a search for subdomains.
  if (!limits.mayBurden)
    throw new ToolError('forbidden', `This token lacks the scope for watches of ${certificates.id}.`);
  return { target: certificateDomain(service, asked), usualSeconds: certificates.everySeconds };
}

/**
 * The domain of a watch of certificates, in canonical form.
 * @throws ToolError `invalid-input`, `refused-target`
 */
export function certificateDomain(service: Pick<Service, 'refuseDenied'>, asked: NewWatch['query']): string {
  const { data, error } = certificates.query.safeParse(asked);
  if (data === undefined) {
    const [issue] = error.issues;
    const field = issue?.path.map(String).join('.');
    throw new ToolError('invalid-input', issue?.message ?? 'The query is not valid.', field ? { field } : {});
  }
  service.refuseDenied(data.domain);
  return data.domain;
}

function ofTool(service: Service, { tool: id, query }: NewWatch, limits: WatchLimits): WatchedCall {
  const tool = service.tools.find((one) => one.id === id);
  if (tool === undefined || !isToolId(tool.id)) throw noTool(service);
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

/** The shortest interval of this kind of watch. */
export const floorOf = (tool: string, floorSeconds: number): number =>
  tool === certificates.id ? certificates.floorFactor * floorSeconds : floorSeconds;

/** @throws ToolError `invalid-input` */
export function checkInterval(everySeconds: number, floorSeconds: number): void {
  if (everySeconds >= floorSeconds) return;
  throw new ToolError('invalid-input', `The shortest interval for it on this server is ${floorSeconds} seconds.`, {
    field: 'everySeconds',
  });
}

function noTool(service: Service): ToolError {
  const known = watchable(service).join(', ');
  return new ToolError('invalid-input', `There is no such tool. The tools are ${known}.`, { field: 'tool' });
}

/** The ids of everything that can be watched on this server. */
export const watchable = ({ tools, readCertificates }: Pick<Service, 'tools' | 'readCertificates'>): string[] => [
  ...tools.map(({ id }) => id),
  report.id,
  ...(readCertificates === null ? [] : [certificates.id]),
];
