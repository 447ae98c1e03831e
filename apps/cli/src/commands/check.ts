import { type CheckCall, checkFormats, DEFAULT_TOOLS, readCheck } from '../check/read-check.ts';
import { generalOptions, type Option, option } from '../input/option.ts';
import { failOnOption, formatOption, jsonOption, outOption } from '../input/options.ts';
import { remoteOption, tokenOption } from '../remote/remote-options.ts';
import { defineCommand } from './command.ts';

const fileOption = (name: string, description: string): Option => ({
  ...option(name, 'text', 'FILE', description),
  isFile: true,
});

const options: readonly Option[] = [
  {
    ...fileOption(
      'file',
      'File with one target per line, or a table whose first cell with a target counts; - for standard input.',
    ),
    short: 'f',
  },
  option('tools', 'text', 'IDS', `Comma-separated tool ids. Default: ${DEFAULT_TOOLS.join(',')}.`),
  fileOption(
    'policy',
    'JSON file with required values, such as {"ssl.valid": true, "mail.spf.lookups": "<=10"}; exits with 3 if one is not met.',
  ),
  fileOption('baseline', 'Output of an earlier check in json or ndjson, to print the differences.'),
  failOnOption,
  option('fail-on-change', 'flag', '', 'Exit with status 3 if something differs from the baseline.'),
  formatOption(checkFormats),
  outOption(checkFormats),
  jsonOption,
  remoteOption('Sonde server that runs the lookups instead of this machine.'),
  option(
    'from',
    'text',
    'IDS',
    'Comma-separated ids of places of that server, which make the lookups, one answer for each; self is the server itself.',
  ),
  tokenOption,
  ...generalOptions,
];

export const checkCommand = defineCommand<CheckCall>({
  name: 'check',
  summary: 'Look up a list with several tools, and compare it with a policy and a baseline',
  words: '[-f FILE | TARGET...]',
  details: [
    [
      'Description:',
      ['Looks up every target with every tool that accepts it. Queries to the same registry or server are spread out.'],
    ],
  ],
  options: [{ heading: 'Options:', options }],
  statuses: [
    ['0', 'every lookup has an answer'],
    ['1', 'a lookup failed'],
    ['2', 'answers with gaps'],
    [
      '3',
      'a policy is not met, or there are findings or differences that the options ask for; 3 takes precedence over 1, 1 over 2',
    ],
    ['64', 'wrong usage, or a list with lines that are not targets'],
  ],
  examples: [
    'sonde check example.com example.net --tools dns,mail',
    'sonde check -f hosts.csv --tools dns,ssl --from fra,self --remote https://sonde.example.com',
    'sonde check -f hosts.csv --policy policy.json --baseline last.json --out junit > check.xml',
  ],
  offered: () => 'hosts',
  read: readCheck,
  run: async (asked, context) => (await import('../check/check.ts')).check(asked, context),
});
