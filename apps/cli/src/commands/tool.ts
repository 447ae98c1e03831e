import { type AnyTool, type AnyToolCall, type ToolId, targetDescription, tools } from '@sonde/contract';
import { hasEndings } from '@sonde/contract/answers/endings';
import type { Arguments } from '../input/arguments.ts';
import { readExtras, type Words } from '../input/extras.ts';
import { option } from '../input/option.ts';
import { commonOptions, placeholderOfName, readCommon, toolOptions } from '../input/options.ts';
import type { LookupCall } from '../look-up.ts';
import { type AskedFrom, fromOptions, readAskedFrom } from '../places/read-from.ts';
import { formats } from '../print/format-names.ts';
import { shortTools } from '../print/short.ts';
import { type Command, defineCommand, type Read } from './command.ts';

export const toolNames = Object.keys(tools) as ToolId[];

export const toolCommands = (): readonly Command[] => toolNames.map(commandOf);

/** The command of a tool; null if there is no tool with this name. */
export function toolCommand(name: string): Command | null {
  const id = toolNames.find((one) => one === name);
  return id === undefined ? null : commandOf(id);
}

/** The permitted file extensions, which select the format. */
const evidenceEndings = ['.pcapng', '.jsonl'] as const;

const evidenceOption = option(
  'evidence',
  'text',
  'FILE',
  'Also write what was sent and received to FILE: a capture if it ends in .pcapng, JSON lines if it ends in .jsonl.',
);

const timingOption = option(
  'timing',
  'flag',
  '',
  'Also print on standard error where the time went: its parts, then every exchange with its times in milliseconds. * marks exchanges on the critical path.',
);

const FROM_INPUT = '- reads a list from standard input, one target per line; a pipe without a target does the same.';

const shortOption = option('short', 'flag', '', 'Print the data of the records only, one per line; also as +short.');

function commandOf(id: ToolId): Command {
  const tool: AnyTool = tools[id];
  const own = [...toolOptions(tool), ...(shortTools.includes(id) ? [shortOption] : [])];
  const from = fromOptions(tool);
  return defineCommand<LookupAsked>({
    name: id,
    summary: tool.summary,
    words: placeholderOfName(tool.target),
    details: [[`${placeholderOfName(tool.target)}:`, [targetDescription(tool), FROM_INPUT]]],
    options: [
      ...(own.length > 0 ? [{ heading: 'Options:', options: own }] : []),
      ...(from.length > 0 ? [{ heading: 'From other places:', options: from }] : []),
      { heading: 'Options of every tool:', options: [evidenceOption, timingOption, ...commonOptions] },
    ],
    examples: [
      `sonde ${id} ${String(tool.example[tool.target])}`,
      ...(id === 'dns' ? [fromExample(tool)] : []),
      ...(tool.words === undefined ? [] : [wordsExample(tool)]),
    ],
    offered: () => 'hosts',
    read: (args) => readLookup(id, args),
    run: async ({ from: places, ...asked }, context) => {
      if (places !== null) {
        const { lookUpFrom } = await import('../places/look-up-from.ts');
        return lookUpFrom({ ...asked, from: places }, context);
      }
      const { withLookups } = await import('../engines.ts');
      if (asked.query[tool.target] === '-') {
        const { lookUpList } = await import('../look-up-list.ts');
        return withLookups(context, asked.color, (lookups) => lookUpList(asked, lookups));
      }
      const { lookUp } = await import('../look-up.ts');
      return withLookups(context, asked.color, (lookups) => lookUp(asked, lookups));
    },
  });
}

const fromExample = ({ id, target, example }: AnyTool) =>
  `sonde ${id} ${String(example[target])} --from fra,self --remote https://sonde.example.com`;

interface LookupAsked extends LookupCall {
  /** Null for this machine. */
  readonly from: AskedFrom | null;
}

const wordsExample = ({ id, target, example }: AnyTool) => `sonde ${id} MX ${String(example[target])} +short`;

function readLookup(id: ToolId, { words: given, values }: Arguments): Read<LookupAsked> {
  const tool: AnyTool = tools[id];
  const words = shortTools.includes(id) ? given.filter((word) => word !== '+short') : given;
  const isShort = values.get('short') === 'true' || words.length < given.length;
  const call = tool.calls?.find(({ chosenBy }) => chosenBy !== null && values.has(chosenBy)) ?? null;
  const extras = call === null ? readExtras(tool, words) : withoutTarget(tool, call, words);
  if ('problem' in extras) return extras;
  const own = toolOptions(tool).flatMap(({ name }): [string, string][] => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const repeated = own.find(([name]) => Object.hasOwn(extras.query, name));
  if (repeated !== undefined) return { problem: `--${repeated[0]} must be given once.` };
  if (values.has('warn-days') && !hasEndings(tool)) {
    return { problem: `--warn-days: answers of ${tool.id} have no expiry dates.` };
  }
  const common = readCommon(values, formats);
  if ('problem' in common) return common;
  if (extras.query[tool.target] === '-' && (values.has('evidence') || values.get('timing') === 'true')) {
    return { problem: '--evidence and --timing are for one target, not for a list.' };
  }
  const isOne = call === null && extras.query[tool.target] !== '-';
  const from = readAskedFrom(values, { format: common.format, isOne, isShort });
  if (from !== null && 'problem' in from) return from;
  if (isShort && common.format !== null) return { problem: 'A short answer has no other format.' };
  const evidence = values.get('evidence') ?? null;
  if (!isEvidenceFile(evidence)) {
    return { problem: `--evidence must name a file that ends in ${evidenceEndings.join(' or ')}.` };
  }
  const recorded = { evidence, timing: values.get('timing') === 'true', isShort };
  return { asked: { id, call, from, query: { ...Object.fromEntries(own), ...extras.query }, ...recorded, ...common } };
}

const isEvidenceFile = (name: string | null) =>
  name === null || evidenceEndings.some((ending) => name.endsWith(ending));

function withoutTarget(tool: AnyTool, { chosenBy }: AnyToolCall, words: readonly string[]): Words {
  return words.length === 0
    ? { query: {} }
    : { problem: `--${chosenBy} and a ${tool.target} cannot be given together.` };
}
