import { type Option, spellingsOf } from '../options.ts';
import { type CompletedCommand, shortMeaning } from './model.ts';

/** For fish 3 and newer. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const first = commands.map(
    ({ name, summary }) => `complete -c sonde -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
  );
  const others = commands.flatMap(({ name, options, words }) => {
    const condition = `-n '__fish_seen_subcommand_from ${name}'`;
    const offered = words === null ? '(__fish_print_hostnames)' : words.join(' ');
    return [
      `complete -c sonde ${condition} -a ${quoted(offered)}`,
      ...options.flatMap((option) => optionLines(option, condition)),
    ];
  });
  const lines = ['complete -c sonde -f', "complete -c sonde -s h -l help -d 'Print the help'", ...first, ...others];
  return `# Completes sonde in fish: sonde completion fish | source\n${lines.join('\n')}\n`;
}

function optionLines(option: Option, condition: string): string[] {
  const { kind, words } = option;
  const value = kind === 'flag' ? '' : words.length > 0 ? ` -x -a ${quoted(words.join(' '))}` : ' -x';
  return spellingsOf(option).map(
    (one) => `complete -c sonde ${condition} -l ${one.slice(2)}${value} -d ${quoted(shortMeaning(option))}`,
  );
}

const quoted = (text: string) => `'${text.replace(/['\\]/g, (character) => `\\${character}`)}'`;
