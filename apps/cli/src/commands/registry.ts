import type { Command, Commands } from './command.ts';

/**
 * Every command beside the tools, in the order of the help. Each is loaded when it is called: the version is said without
 * the contracts, and what prints a table does not start a server.
 */
const others: Readonly<Record<string, () => Promise<Command>>> = {
  report: async () => (await import('./report.ts')).reportCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  token: async () => (await import('./token.ts')).tokenCommand,
  update: async () => (await import('./update.ts')).updateCommand,
  completion: async () => (await import('./completion.ts')).completionCommand,
  help: async () => (await import('./help.ts')).helpCommand,
  version: async () => (await import('./version.ts')).versionCommand,
};

/** The one list of commands: dispatch, help, suggestions and completion follow from it. */
export const commands: Commands = {
  async find(name) {
    const load = Object.hasOwn(others, name) ? others[name] : undefined;
    if (load !== undefined) return load();
    const { toolCommand } = await import('./tool.ts');
    return toolCommand(name);
  },
  async names() {
    const { toolNames } = await import('./tool.ts');
    return [...toolNames, ...Object.keys(others)];
  },
  async all() {
    const { toolCommands } = await import('./tool.ts');
    return { tools: toolCommands(), others: await Promise.all(Object.values(others).map((load) => load())) };
  },
};
