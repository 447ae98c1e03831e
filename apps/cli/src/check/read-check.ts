// check/: `sonde check`, which looks up a list of targets and compares the results with a policy and a baseline.
import type { ToolId } from '@sonde/contract';
import { type AnyTool, tools } from '@sonde/contract';
import type { FindingState } from '@sonde/contract/finding/finding';
import { FROM, isAskedElsewhere } from '@sonde/contract/places/asked-elsewhere';
import type { Problem, Read } from '../commands/command.ts';
import { type Arguments, suggested } from '../input/arguments.ts';
import { failOnStates, readColor, readFormat } from '../input/options.ts';
import { type AskedFrom, readIds } from '../places/read-from.ts';
import { type RemoteServer, readRemote } from '../remote/remote-options.ts';

export const checkFormats = ['table', 'csv', 'json', 'ndjson', 'junit', 'sarif'] as const;
export type CheckFormat = (typeof checkFormats)[number];

export interface CheckCall {
  /** The path of the list; `-` for standard input. Null if targets are given as words. */
  readonly file: string | null;
  readonly targets: readonly string[];
  readonly tools: readonly ToolId[];
  readonly policyFile: string | null;
  readonly baselineFile: string | null;
  /** Null if none was given. */
  readonly format: CheckFormat | null;
  readonly failOn: FindingState | null;
  readonly failsOnChange: boolean;
  /** The server that makes the lookups; null for this machine. */
  readonly remote: RemoteServer | null;
  /** The places of that server that make the lookups; null for none. */
  readonly from: AskedFrom | null;
  /** Null where neither `--color` nor `--no-color` was given. */
  readonly color: boolean | null;
}

export const DEFAULT_TOOLS: readonly ToolId[] = ['dns', 'ssl', 'mail'];

/** Reads the arguments of `check`. */
export function readCheck({ values, words }: Arguments): Read<CheckCall> {
  const ids =
    values
      .get('tools')
      ?.split(',')
      .map((id) => id.trim()) ?? DEFAULT_TOOLS;
  const unknown = ids.find((id) => !Object.hasOwn(tools, id));
  if (unknown !== undefined) {
    return { problem: `There is no tool ${JSON.stringify(unknown)}.${suggested(unknown, Object.keys(tools))}` };
  }
  const format = readFormat(values, checkFormats);
  if (typeof format === 'object' && format !== null) return format;
  const file = values.get('file') ?? null;
  if ((file === null) === (words.length === 0)) return { problem: 'check needs either -f FILE or targets.' };
  const remote = readRemote(values);
  if (remote !== null && 'problem' in remote) return remote;
  const from = remote === null && !values.has(FROM) ? null : readCheckedFrom(values, remote, ids as ToolId[]);
  if (from !== null && 'problem' in from) return from;
  const baselineFile = values.get('baseline') ?? null;
  const failsOnChange = values.get('fail-on-change') === 'true';
  if (failsOnChange && baselineFile === null) return { problem: '--fail-on-change needs --baseline.' };
  return {
    asked: {
      file,
      targets: words,
      tools: [...new Set(ids)] as ToolId[],
      format,
      failsOnChange,
      remote,
      from,
      baselineFile,
      failOn: failOnStates.find((one) => one === values.get('fail-on')) ?? null,
      policyFile: values.get('policy') ?? null,
      color: readColor(values),
    },
  };
}

/** Null for the server alone. */
function readCheckedFrom(
  values: ReadonlyMap<string, string>,
  remote: RemoteServer | null,
  ids: readonly ToolId[],
): AskedFrom | Problem | null {
  const given = values.get(FROM);
  if (given === undefined) return null;
  if (remote === null) return { problem: `--${FROM} needs --remote: the server whose places are asked.` };
  const never = ids.find((id) => !isAskedElsewhere(tools[id] as AnyTool));
  if (never !== undefined) return { problem: `--${FROM}: places cannot be asked with ${never}.` };
  return readIds(given, remote);
}
