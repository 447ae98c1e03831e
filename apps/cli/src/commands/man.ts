import { SONDE_VERSION } from '@sonde/contract/version';
import { EXIT } from '../exit-status.ts';
import { generalOptions } from '../input/option.ts';
import { defineCommand, printingStatuses, readNothing } from './command.ts';

export const manCommand = defineCommand({
  name: 'man',
  summary: 'Print the manual page, as man reads it',
  words: '',
  options: [{ heading: 'Options:', options: generalOptions }],
  statuses: printingStatuses,
  examples: ['sonde man | man -l -'],
  offered: () => [],
  read: readNothing('man'),
  async run(_asked, { out }, commands) {
    const { manual } = await import('../input/manual.ts');
    out(manual(await commands.all(), SONDE_VERSION).trimEnd());
    return EXIT.answer;
  },
});
