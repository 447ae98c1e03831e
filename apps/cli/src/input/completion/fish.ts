import type { Offered } from '../../commands/command.ts';
import { type Option, spellingsOf } from '../option.ts';
import { type CompletedCommand, shortMeaning } from './model.ts';

/** For fish 3 and newer. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const first = commands.map(
    ({ name, summary }) => `complete -c sonde -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
  );
  const others = commands.flatMap(({ name, options, offered }) => {
    const condition = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c sonde ${condition} ${argumentsOf(offered)}`,
      ...options.flatMap((option) => optionLines(option, condition)),
    ];
  });
  const lines = ['complete -c sonde -f', "complete -c sonde -s h -l help -d 'Print the help'", ...first, ...others];
  return `# Completes sonde in fish: sonde completion fish | source\n${lines.join('\n')}\n`;
}

function argumentsOf(offered: Offered): string {
  if (offered === 'files') return '-F';
  return `-a ${quoted(offered === 'hosts' ? '(__fish_print_hostnames)' : offered.join(' '))}`;
}

function optionLines(option: Option, condition: string): string[] {
  const { kind, words, short, isFile } = option;
  const value =
    kind === 'flag' ? '' : isFile ? ' -r -F' : words.length > 0 ? ` -x -a ${quoted(words.join(' '))}` : ' -x';
  const letter = short === undefined ? '' : ` -s ${short}`;
  return spellingsOf(option).map(
    (one) => `complete -c sonde ${condition}${letter} -l ${one.slice(2)}${value} -d ${quoted(shortMeaning(option))}`,
  );
}

const quoted = (text: string) => `'${text.replace(/['\\]/g, (character) => `\\${character}`)}'`;
