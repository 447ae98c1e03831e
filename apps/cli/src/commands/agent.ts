import { setFlagsFromString } from 'node:v8';
import { parseUrl } from '@sonde/probes';
import { generalOptions, option } from '../input/option.ts';
import { defineCommand } from './command.ts';

interface AgentCall {
  readonly hub: string | null;
  readonly code: string | null;
  readonly replacesKey: boolean;
}

export const agentCommand = defineCommand<AgentCall>({
  name: 'agent',
  summary: 'Make lookups from here for a server elsewhere, its hub; stops on Ctrl-C',
  words: '[--hub URL] [--join CODE] [--rotate]',
  details: [
    [
      'Description:',
      [
        'Connects to the hub, and listens on no port. The hub can ask for lookups of the tools and for nothing else; targets in special-use networks are refused here, whatever it asks.',
        'To join: run «sonde places add» on the machine of the hub, and this command with --hub and --join within 15 minutes. Later, no option is needed.',
        'With --rotate, the agent gets another key: the hub takes it if the present one has signed it. An agent that is running goes on with it.',
        'The key of this agent is in SONDE_AGENT_FILE, by default agent.json in the data folder. Settings for lookups are the environment variables of the engines.',
      ],
    ],
  ],
  options: [
    {
      heading: 'Options:',
      options: [
        option('hub', 'text', 'URL', 'The address of the hub; https, or http on this machine.'),
        option('join', 'text', 'CODE', 'The code with which this agent joins.'),
        option('rotate', 'flag', '', 'Replace the key of this agent, and end.'),
        ...generalOptions,
      ],
    },
  ],
  statuses: [
    ['0', 'stopped by Ctrl-C or another signal, or the key was replaced'],
    ['1', 'not joined, or the key not replaced; standard error says why'],
    ['64', 'wrong usage, or nothing was joined yet'],
  ],
  examples: ['sonde agent --hub https://sonde.example.com --join K7Q4M-2XJ9T'],
  offered: () => [],
  read({ words, values }) {
    if (words.length > 0) return { problem: 'agent takes only options.' };
    const url = values.get('hub');
    const hub = url === undefined ? null : originOf(url);
    if (hub === undefined) return { problem: '--hub takes an https address; http only for this machine.' };
    const code = values.get('join') ?? null;
    const replacesKey = values.get('rotate') === 'true';
    if (replacesKey && code !== null)
      return { problem: '--join makes a key: --rotate is for an agent that has joined.' };
    return { asked: { hub, code, replacesKey } };
  },
  run: async (asked, context) => {
    // It waits most of the time, often on a small machine: V8 shall keep little in reserve.
    setFlagsFromString('--optimize-for-size');
    // The young generation stays as small as it is at the start: 5 MB less at rest.
    setFlagsFromString('--semi-space-growth-factor=1');
    return (await import('../agent/run-agent.ts')).runAgent(asked, context);
  },
});

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The origin of an address to which a key may be proved; undefined if it is none. */
function originOf(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === null) return undefined;
  const { protocol, hostname, origin } = url;
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  return isPrivate ? origin : undefined;
}
