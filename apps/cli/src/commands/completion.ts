import { EXIT } from '../exit-status.ts';
import { completionScript } from '../input/completion/script.ts';
import { type Shell, shells } from '../input/completion/shells.ts';
import { generalOptions } from '../input/option.ts';
import { defineCommand, printingStatuses } from './command.ts';

export const completionCommand = defineCommand<Shell>({
  name: 'completion',
  summary: `Print a completion script for ${shells.join(', ')}`,
  words: 'SHELL',
  details: [
    ['SHELL:', [`One of ${shells.join(', ')}. The script belongs to this version: print it again after an update.`]],
  ],
  options: [{ heading: 'Options:', options: generalOptions }],
  statuses: printingStatuses,
  examples: ['source <(sonde completion bash)'],
  offered: () => shells,
  read({ words }) {
    const shell = shells.find((one) => one === words[0]);
    if (shell === undefined || words.length > 1) return { problem: `completion takes one of ${shells.join(', ')}.` };
    return { asked: shell };
  },
  async run(shell, { out }, commands) {
    const { findingCodes } = await import('../print/explanation.ts');
    out((await completionScript(shell, commands, findingCodes)).trimEnd());
    return EXIT.answer;
  },
});
