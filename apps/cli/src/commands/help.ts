import { EXIT } from '../exit-status.ts';
import { suggested } from '../input/arguments.ts';
import { generalOptions } from '../input/option.ts';
import { defineCommand, printingStatuses } from './command.ts';

export const helpCommand = defineCommand<string | null>({
  name: 'help',
  summary: 'Show how to use a command, with all its options; the same as COMMAND --help',
  words: '[COMMAND]',
  options: [{ heading: 'Options:', options: generalOptions }],
  statuses: printingStatuses,
  examples: ['sonde help ssl'],
  offered: (commands) => commands.names(),
  async read({ words: [name = null, ...rest] }, commands) {
    if (rest.length > 0) return { problem: 'help takes one command.' };
    const names = await commands.names();
    if (name === null || names.includes(name)) return { asked: name };
    return { problem: `There is no command ${JSON.stringify(name)}.${suggested(name, names)}` };
  },
  async run(name, { columns, out }, commands) {
    const { commandHelp, help } = await import('../input/usage.ts');
    const command = name === null ? null : await commands.find(name);
    out(command === null ? help(await commands.all(), columns) : commandHelp(command, columns));
    return EXIT.answer;
  },
});
