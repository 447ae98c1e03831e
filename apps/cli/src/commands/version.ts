import { SONDE_VERSION } from '@sonde/contract/version';
import { EXIT } from '../exit-status.ts';
import { generalOptions } from '../input/option.ts';
import { defineCommand, printingStatuses, readNothing } from './command.ts';

export const versionCommand = defineCommand({
  name: 'version',
  summary: 'Print the version; the same as --version',
  words: '',
  options: [{ heading: 'Options:', options: generalOptions }],
  statuses: printingStatuses,
  examples: ['sonde version'],
  offered: () => [],
  read: readNothing('version'),
  run(_asked, { out }) {
    out(SONDE_VERSION);
    return EXIT.answer;
  },
});
