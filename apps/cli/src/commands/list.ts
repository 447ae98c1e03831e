import { agentCommand } from './agent.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { explainCommand } from './explain.ts';
import { helpCommand } from './help.ts';
import { manCommand } from './man.ts';
import { mcpCommand } from './mcp.ts';
import { placesCommand } from './places.ts';
import { reportCommand } from './report.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { updateCommand } from './update.ts';
import { verifyCommand } from './verify.ts';
import { watchCommand } from './watch.ts';

export { toolCommand, toolCommands, toolNames } from './tool.ts';

/** The commands other than tools, in the order of the help. What they run is imported on demand. */
export const others: readonly Command[] = [
  reportCommand,
  checkCommand,
  watchCommand,
  verifyCommand,
  explainCommand,
  serveCommand,
  mcpCommand,
  tokenCommand,
  updateCommand,
  backupCommand,
  restoreCommand,
  placesCommand,
  agentCommand,
  completionCommand,
  manCommand,
  helpCommand,
];
