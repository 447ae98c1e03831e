import { EXIT } from '../exit-status.ts';
import { generalOptions } from '../input/option.ts';
import { defineCommand, readNothing } from './command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve the web pages and the API on the port in PORT; stops on Ctrl-C',
  words: '',
  details: [['Settings:', ['Environment variables; the README lists those of a server.']]],
  options: [{ heading: 'Options:', options: generalOptions }],
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
