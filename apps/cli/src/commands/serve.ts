import { EXIT } from '../exit-status.ts';
import { generalOptions } from '../input/option.ts';
import { defineCommand, readNothing } from './command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve the web pages and the API on the port in PORT; stops on Ctrl-C',
  words: '',
  details: [
    [
      'Settings:',
      [
        'Environment variables, all of which are listed in the README. Those that you are most likely to need:',
        'PORT and HOST: where it listens; 127.0.0.1:3000 by default, which only this machine can reach.',
        'SONDE_PUBLIC_URL: the URL under which others reach it.',
        'SONDE_DATA_DIR: the folder for accounts, kept results, and copies of public registries.',
        'SONDE_LOG_LEVEL: warn prints no line for each request.',
      ],
    ],
  ],
  options: [{ heading: 'Options:', options: generalOptions }],
  statuses: [
    ['0', 'stopped by Ctrl-C or another signal'],
    ['1', 'not started; standard error says why'],
    ['64', 'wrong usage'],
  ],
  examples: ['PORT=8080 sonde serve'],
  offered: () => [],
  read: readNothing('serve'),
  async run(_asked, { serve, err }) {
    const started = serve();
    if (started === null) {
      err('sonde: The server is not built yet: run npm run build.');
      return EXIT.failure;
    }
    await started;
    return EXIT.answer;
  },
});
