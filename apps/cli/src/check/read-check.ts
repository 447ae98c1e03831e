// In this folder: `sonde check`, which looks up a list of targets and compares what it finds with a policy and a baseline.
import { parseArgs } from 'node:util';
import type { ToolId } from '@sonde/contract';
import { tools } from '@sonde/contract';
import type { FindingState } from '@sonde/contract/findings/finding';
import { failOnStates } from '../input/options.ts';

export const checkFormats = ['table', 'csv', 'json', 'ndjson', 'junit', 'sarif'] as const;
export type CheckFormat = (typeof checkFormats)[number];

export interface CheckCommand {
  /** The path of the list; `-` for the standard input. Null where targets are given as words. */
  readonly file: string | null;
  readonly targets: readonly string[];
  readonly tools: readonly ToolId[];
  readonly policyFile: string | null;
  readonly baselineFile: string | null;
  /** Null where none was asked for. */
  readonly format: CheckFormat | null;
  readonly failOn: FindingState | null;
  readonly failsOnChange: boolean;
  /** A server that makes the lookups, without a final slash; null for this machine. */
  readonly remote: string | null;
  readonly token: string | null;
}

export type ReadCheck = { readonly command: CheckCommand } | { readonly problem: string } | { readonly help: true };

const DEFAULT_TOOLS: readonly ToolId[] = ['dns', 'ssl', 'mail'];

const options = {
  file: { type: 'string', short: 'f' },
  tools: { type: 'string' },
  policy: { type: 'string' },
  baseline: { type: 'string' },
  format: { type: 'string' },
  'fail-on': { type: 'string' },
  'fail-on-change': { type: 'boolean' },
  remote: { type: 'string' },
  token: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the words behind `check`. */
export function readCheck(args: readonly string[], env: Readonly<Record<string, string | undefined>>): ReadCheck {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    // Node's first sentence names the option; what follows is about quoting.
    return { problem: String((error as Error).message).split('. ')[0] ?? '' };
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { help: true };
  const ids = values.tools?.split(',').map((id) => id.trim()) ?? DEFAULT_TOOLS;
  const unknown = ids.find((id) => !Object.hasOwn(tools, id));
  if (unknown !== undefined) return { problem: `There is no tool ${JSON.stringify(unknown)}.` };
  const format = checkFormats.find((one) => one === values.format) ?? null;
  if (values.format !== undefined && format === null)
    return { problem: `--format takes one of ${checkFormats.join(', ')}.` };
  const failOn = failOnStates.find((one) => one === values['fail-on']) ?? null;
  if (values['fail-on'] !== undefined && failOn === null) {
    return { problem: `--fail-on takes one of ${failOnStates.join(', ')}.` };
  }
  if ((values.file === undefined) === (positionals.length === 0)) return { problem: 'check needs -f FILE or targets.' };
  const remote = values.remote?.replace(/\/+$/, '') ?? null;
  if (remote !== null && !/^https?:\/\/[^\s/]+/.test(remote))
    return { problem: '--remote needs an http or https address.' };
  return {
    command: {
      ...{
        file: values.file ?? null,
        targets: positionals,
        tools: [...new Set(ids)] as ToolId[],
        format,
        failOn,
        remote,
      },
      policyFile: values.policy ?? null,
      baselineFile: values.baseline ?? null,
      failsOnChange: values['fail-on-change'] === true,
      // The environment is not seen by those who list the processes of this machine.
      token: values.token ?? env['SONDE_TOKEN'] ?? null,
    },
  };
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true });

export const checkHelp = `Usage: sonde check [-f FILE | TARGET...] [OPTIONS]

Looks up every target of a list with several tools. Registries and servers take turns.

  -f, --file FILE      One target a line, or a table whose first cell with a target counts; - for the standard input.
  --tools IDS          Ids of tools, comma separated. Default: ${DEFAULT_TOOLS.join(',')}.
  --policy FILE        JSON of what must be so, such as {"ssl.valid": true, "mail.spf.lookups": "<=10"}; ends with 3 where it is not.
  --baseline FILE      What an earlier check has printed as json or ndjson: the differences are printed.
  --fail-on STATE      End with 3 when a finding is at least this severe: ${failOnStates.join(', ')}.
  --fail-on-change     End with 3 when something differs from the baseline.
  --format FORMAT      ${checkFormats.join(', ')}. Without it: table on a terminal, json in a pipe.
  --remote URL         A server that makes the lookups instead of this machine.
  --token TOKEN        Its token; better in SONDE_TOKEN, which other users of this machine do not see.

Exit status: 0 all is answered; 1 a lookup failed; 2 answers with gaps; 3 a policy is missed, or findings or differences
that were asked for; 64 wrong usage, and a list with lines that are no targets. Where several apply: 64, 3, 1, 2.`;
