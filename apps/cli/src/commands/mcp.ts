import { generalOptions } from '../input/option.ts';
import { defineCommand, readNothing } from './command.ts';

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Answers the Model Context Protocol on standard input and output',
  words: '',
  details: [
    [
      'How it is used:',
      ['An agent starts it, and asks until it closes the input. Every tool is there, and the report.'],
    ],
  ],
  options: [{ heading: 'Options:', options: generalOptions }],
  examples: ['{"mcpServers": {"sonde": {"command": "sonde", "args": ["mcp"]}}}'],
  offered: () => [],
  read: readNothing('mcp'),
  run: async (_asked, context) => (await import('../mcp/serve-mcp.ts')).serveMcp(context),
});
