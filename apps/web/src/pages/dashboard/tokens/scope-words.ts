import type { TokenScope } from '@sonde/contract/tokens';

interface ScopeWords {
  readonly title: string;
  readonly meaning: string;
  /** The command line of a first call with the token. */
  command(token: string, origin: string): string;
}

const curl = (token: string, rest: string) => `curl -H 'Authorization: Bearer ${token}' ${rest}`;
const LIST_TOOLS = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

export const scopeWords: Readonly<Record<TokenScope, ScopeWords>> = {
  lookups: {
    title: 'Lookups',
    meaning: 'Every tool, the report and kept results, with a separate allowance.',
    command: (token, origin) => curl(token, `'${origin}/api/v2/dnsRecords?domain=example.com'`),
  },
  lists: {
    title: 'Lists',
    meaning: 'Start and read your lists, which are looked up in the background.',
    command: (token, origin) => curl(token, `'${origin}/api/v2/lists'`),
  },
  watches: {
    title: 'Watches',
    meaning: 'Start, read and end your watches, and the channels that they tell.',
    command: (token, origin) => curl(token, `'${origin}/api/v2/channels'`),
  },
  mcp: {
    title: 'Agents (MCP)',
    meaning: 'The tools for an agent that uses the Model Context Protocol, at /mcp.',
    command: (token, origin) => curl(token, `-H 'Content-Type: application/json' -d '${LIST_TOOLS}' '${origin}/mcp'`),
  },
  deep: {
    title: 'Thorough lookups',
    meaning:
      'Lists and agents may also search for subdomains and test every TLS version for ROBOT, which puts load on the target.',
    command: (token, origin) => curl(token, `'${origin}/api/v2/myIp'`),
  },
};
