import { type CheckCall, checkFormats, DEFAULT_TOOLS, readCheck } from '../check/read-check.ts';
import { generalOptions, type Option, option } from '../input/option.ts';
import { failOnOption, formatOption, jsonOption, outOption } from '../input/options.ts';
import { defineCommand } from './command.ts';

const fileOption = (name: string, description: string): Option => ({
  ...option(name, 'text', 'FILE', description),
  isFile: true,
});

const options: readonly Option[] = [
  {
    ...fileOption(
      'file',
      'One target a line, or a table whose first cell with a target counts; - for the standard input.',
    ),
    short: 'f',
  },
  option('tools', 'text', 'IDS', `Ids of tools, with commas between them. Default: ${DEFAULT_TOOLS.join(',')}.`),
  fileOption(
    'policy',
    'JSON of what must be so, such as {"ssl.valid": true, "mail.spf.lookups": "<=10"}; ends with 3 where it is not.',
  ),
  fileOption('baseline', 'What an earlier check has printed as json or ndjson: the differences are printed.'),
  failOnOption,
  option('fail-on-change', 'flag', '', 'End with 3 when something differs from the baseline.'),
  formatOption(checkFormats),
  outOption(checkFormats),
  jsonOption,
  option('remote', 'text', 'URL', 'A server that makes the lookups instead of this machine.'),
  option('token', 'text', 'TOKEN', 'Its token; better in SONDE_TOKEN, which other users of this machine do not see.'),
  ...generalOptions,
];

export const checkCommand = defineCommand<CheckCall>({
  name: 'check',
  summary: 'Looks up a list with several tools, and compares it with a policy and a baseline',
  words: '[-f FILE | TARGET...]',
  details: [['How it is done:', ['Every target with every tool that takes it. Registries and servers take turns.']]],
  options: [{ heading: 'Options:', options }],
  statuses: [
    ['0', 'everything is answered'],
    ['1', 'a lookup failed'],
    ['2', 'answers with gaps'],
    ['3', 'a policy is missed, or findings or differences that were asked for; before 1, 1 before 2'],
    ['64', 'wrong usage, and a list with lines that are no targets'],
  ],
  examples: [
    'sonde check example.com example.net --tools dns,mail',
    'sonde check -f hosts.csv --policy policy.json --baseline last.json --out junit > check.xml',
  ],
  offered: () => 'hosts',
  read: readCheck,
  run: async (asked, context) => (await import('../check/check.ts')).check(asked, context),
});
