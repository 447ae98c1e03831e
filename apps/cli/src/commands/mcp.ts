import { WRONG_USAGE } from '../exit-status.ts';
import { generalOptions } from '../input/option.ts';
import { defineCommand, readNothing } from './command.ts';

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Serve the Model Context Protocol on standard input and output',
  words: '',
  details: [
    [
      'Description:',
      [
        'An agent starts this command and sends requests until it closes the input. Every tool, the report and lists of targets are available.',
      ],
    ],
  ],
  options: [{ heading: 'Options:', options: generalOptions }],
  statuses: [['0', 'the input was closed'], WRONG_USAGE],
  examples: ['{"mcpServers": {"sonde": {"command": "sonde", "args": ["mcp"]}}}'],
  offered: () => [],
  read: readNothing('mcp'),
  run: async (_asked, context) => (await import('../mcp/serve-mcp.ts')).serveMcp(context),
});
