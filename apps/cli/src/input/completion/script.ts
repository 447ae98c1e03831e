import type { Commands } from '../../commands/command.ts';
import type { Option } from '../option.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import type { CompletedCommand } from './model.ts';
import type { Shell } from './shells.ts';
import { zshScript } from './zsh.ts';

const writers = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies Record<Shell, unknown>;

/** The completion script for a shell. It contains everything, so that completion starts no process. */
export async function completionScript(
  shell: Shell,
  commands: Commands,
  findingCodes: readonly string[],
): Promise<string> {
  // Too many words for the parser to check, but worth completing.
  const withCodes = (option: Option) => (option.name === 'explain' ? { ...option, words: findingCodes } : option);
  const { tools, others } = await commands.all();
  const completed = [...tools, ...others].map(
    async ({ name, summary, options, offered }): Promise<CompletedCommand> => {
      const own = options.flatMap((group) => group.options.map(withCodes));
      return { name, summary, options: own, offered: await offered(commands) };
    },
  );
  return writers[shell](await Promise.all(completed));
}
