import type { Command, Commands } from './command.ts';
import { versionCommand } from './version.ts';

/** All but `version` are in one file: separate files would take longer to open than to read. */
const load = () => import('./list.ts');

/** The single list of commands, from which dispatch, help, suggestions and completion are derived. */
export const commands: Commands = {
  async find(name) {
    if (name === versionCommand.name) return versionCommand;
    const { others, toolCommand } = await load();
    return others.find((one) => one.name === name) ?? toolCommand(name);
  },
  async names() {
    const { others, toolNames } = await load();
    return [...toolNames, ...withVersion(others).map(({ name }) => name)];
  },
  async all() {
    const { others, toolCommands } = await load();
    return { tools: toolCommands(), others: withVersion(others) };
  },
};

const withVersion = (others: readonly Command[]) => [...others, versionCommand];
