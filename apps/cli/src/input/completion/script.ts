import { type AnyTool, report, tools } from '@sonde/contract';
import { dataUpdates } from '@sonde/probes';
import { findingCodes } from '../../print/explanation.ts';
import { commonOptions, keysOption, type Option, reportOptions, toolOptions } from '../options.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import type { CompletedCommand } from './model.ts';
import { type Shell, shells } from './shells.ts';
import { zshScript } from './zsh.ts';

const writers = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies Record<Shell, unknown>;

/** What completes the command in a shell: made from the contracts, so that it asks for nothing while somebody types. */
export function completionScript(shell: Shell): string {
  return writers[shell](completedCommands());
}

/** Options whose words are too many to be checked by the parser, but are offered. */
const withCodes = (option: Option) => (option.name === 'explain' ? { ...option, words: findingCodes } : option);
const offered = commonOptions.map(withCodes);

function completedCommands(): CompletedCommand[] {
  const all: readonly AnyTool[] = Object.values(tools);
  const general = offered.filter(({ name }) => ['explain', 'color', 'help'].includes(name));
  const other = (name: string, summary: string, words: readonly string[]) => ({
    name,
    summary,
    options: general,
    words,
  });
  return [
    ...all.map((tool) => ({
      name: tool.id,
      summary: tool.summary,
      options: [...toolOptions(tool), ...offered],
      words: null,
    })),
    {
      ...other('verify', 'Check the signature of a kept result', []),
      options: [keysOption, ...general],
    },
    { name: report.id, summary: report.summary, options: reportOptions.map(withCodes), words: null },
    other('serve', 'Start the web pages and the API', []),
    other('explain', 'Print what a finding means', findingCodes),
    other('completion', 'Print what completes this command in a shell', shells),
    other('update', 'Renew what a tool keeps on this machine', Object.keys(dataUpdates)),
    other('version', 'Print the version', []),
    other('help', 'Print how a tool is called', [...all.map(({ id }) => id), report.id]),
  ];
}
