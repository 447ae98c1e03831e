import { type AnyTool, report, reportPartsOf, type ToolId, tools } from '@sonde/contract';
import { watchRulesOf } from '@sonde/contract/answers/watch-rules';
import type { WatchedId } from '@sonde/contract/answers/watch-words';
import { certificates } from '@sonde/contract/watch/certificates/watched-certificates';
import { EXIT } from '../exit-status.ts';
import type { Arguments } from '../input/arguments.ts';
import { interpretQuery } from '../input/interpret-target.ts';
import { generalOptions, option } from '../input/option.ts';
import { jsonOption, readColor, toolOptions } from '../input/options.ts';
import type { WatchCall } from '../watch/watch-target.ts';
import { defineCommand, type Read } from './command.ts';

const TOOL_IDS = [...Object.keys(tools), report.id, certificates.id];
/** The shortest interval, since every measurement asks the servers of others. */
const SHORTEST_SECONDS = 10;
const LONGEST_SECONDS = 2_592_000;
const CONFIRM_SECONDS = 60;

const options = [
  {
    ...option(
      'tool',
      'word',
      'TOOL',
      'The tool that measures; report for all of a report; certificates for those in the logs that nobody has ordered here; default: dns for names, ping for addresses.',
    ),
    words: TOOL_IDS,
  },
  option(
    'every',
    'number',
    'SECONDS',
    'How often it is measured; default: 900 for dns, more for tools that burden others.',
  ),
  option('confirm', 'number', 'SECONDS', 'How long after a change it is measured again before it counts; default: 60.'),
  jsonOption,
  ...generalOptions,
];

/** What is expected of certificates; each is absent unless it is given. */
const expectations = toolOptions(certificates).map((one) => ({ ...one, defaultValue: null }));

export const watchCommand = defineCommand<WatchCall>({
  name: 'watch',
  summary: 'Measure a target again and again, and print what has changed',
  words: 'TARGET',
  options: [
    { heading: 'Options:', options },
    {
      heading: 'With --tool certificates, what is expected beside keys that servers present on port 443:',
      options: expectations,
    },
  ],
  statuses: [
    [String(EXIT.interrupted), 'ended by Ctrl-C'],
    [String(EXIT.usage), 'wrong usage, or an invalid environment variable'],
  ],
  examples: [
    'sonde watch example.com',
    'sonde watch example.com --tool ssl --every 3600 --json',
    'sonde watch example.com --tool report',
    'sonde watch example.com --tool certificates --issuers letsencrypt.org',
  ],
  offered: () => 'hosts',
  read: readWatch,
  run: async (asked, context) => {
    const { watchTarget } = await import('../watch/watch-target.ts');
    const { withLookups } = await import('../engines.ts');
    return withLookups(context, asked.color, (lookups) => watchTarget(asked, lookups));
  },
});

function readWatch({ words: [target, ...others], values }: Arguments): Read<WatchCall> {
  if (target === undefined) return { problem: 'watch needs a target.', lacks: 'target' };
  if (others.length > 0) return { problem: `watch takes one target, not ${others.length + 1}.` };
  const id = (values.get('tool') ?? toolFor(target)) as WatchedId;
  const expected = expectations.flatMap(({ name }) => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const [misplaced] = id === certificates.id ? [] : expected;
  if (misplaced !== undefined) return { problem: `--${misplaced[0]} is for --tool ${certificates.id}.` };
  const read = readTargetOf(id, target, Object.fromEntries(expected));
  if ('problem' in read) return read;
  const [everySeconds, confirmSeconds] = [
    Number(values.get('every') ?? read.usualSeconds),
    Number(values.get('confirm') ?? CONFIRM_SECONDS),
  ];
  if (!isSeconds(everySeconds, SHORTEST_SECONDS))
    return { problem: `--every is a number of seconds from ${SHORTEST_SECONDS} to ${LONGEST_SECONDS}.` };
  if (!isSeconds(confirmSeconds, 1))
    return { problem: `--confirm is a number of seconds from 1 to ${LONGEST_SECONDS}.` };
  const isJson = values.get('json') === 'true';
  return { asked: { id, query: read.query, everySeconds, confirmSeconds, isJson, color: readColor(values) } };
}

type Target =
  | { readonly query: Readonly<Record<string, string>>; readonly usualSeconds: number }
  | { readonly problem: string };

const INVALID = 'The target is not valid.';

function readTargetOf(id: WatchedId, target: string, expected: Readonly<Record<string, string>>): Target {
  if (id === report.id) {
    const { data, error } = report.query.safeParse({ [report.target]: target });
    if (data === undefined) return { problem: error?.issues[0]?.message ?? INVALID };
    const usual = reportPartsOf(data.target).map(({ tool }) => watchRulesOf(tool.id as ToolId).everySeconds);
    return { query: { [report.target]: data.target }, usualSeconds: Math.min(...usual) };
  }
  if (id === certificates.id) {
    const { data, error } = certificates.query.safeParse({ ...expected, domain: target });
    if (data === undefined) return { problem: error.issues[0]?.message ?? INVALID };
    return { query: { ...expected, domain: data.domain }, usualSeconds: certificates.everySeconds };
  }
  const { query } = interpretQuery(id, { [tools[id].target]: target });
  const { error } = (tools[id] as AnyTool).query.safeParse(query);
  if (error !== undefined) return { problem: error.issues[0]?.message ?? INVALID };
  return { query, usualSeconds: watchRulesOf(id).everySeconds };
}

const isSeconds = (value: number, fewest: number) =>
  Number.isInteger(value) && value >= fewest && value <= LONGEST_SECONDS;

/** Names have records; an address is pinged. */
const toolFor = (target: string): ToolId => (/^[\d.]+$|:/.test(target) && !/[g-z/]/i.test(target) ? 'ping' : 'dns');
