import { WRONG_USAGE } from '../exit-status.ts';
import { generalOptions } from '../input/option.ts';
import { type RemoteServer, readRemote, remoteOption, tokenOption } from '../remote/remote-options.ts';
import { defineCommand } from './command.ts';

export const mcpCommand = defineCommand<RemoteServer | null>({
  name: 'mcp',
  summary: 'Serve the Model Context Protocol on standard input and output',
  words: '',
  details: [
    [
      'Description:',
      [
        'An agent starts this command and sends requests until it closes the input. Every tool, the report and lists of targets are available.',
        'With --remote, tools also take from, a list of ids of places of that server, and sonde_places lists them; everything else is looked up on this machine.',
      ],
    ],
  ],
  options: [
    {
      heading: 'Options:',
      options: [remoteOption('Sonde server whose places the tools can ask.'), tokenOption, ...generalOptions],
    },
  ],
  statuses: [['0', 'the input was closed'], WRONG_USAGE],
  examples: [
    '{"mcpServers": {"sonde": {"command": "sonde", "args": ["mcp"]}}}',
    'sonde mcp --remote https://sonde.example.com',
  ],
  offered: () => [],
  read({ words, values }) {
    if (words.length > 0) return { problem: 'mcp takes no arguments.' };
    const remote = readRemote(values);
    return remote !== null && 'problem' in remote ? remote : { asked: remote };
  },
  run: async (remote, context) => (await import('../mcp/serve-mcp.ts')).serveMcp(remote, context),
});
