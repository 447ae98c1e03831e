// places/: the same question asked from elsewhere, through a server that has agents there.
import { type AnyTool, ToolError } from '@sonde/contract';
import { FROM, isAskedElsewhere, readFrom } from '@sonde/contract/places/asked-elsewhere';
import type { Problem } from '../commands/command.ts';
import { type Option, option } from '../input/option.ts';
import { type RemoteServer, readRemote, remoteOption, tokenOption } from '../remote/remote-options.ts';

/** Where a lookup is to be made. */
export interface AskedFrom {
  readonly places: readonly string[];
  readonly server: RemoteServer;
}

/** The options of a tool that can be asked from places; none for other tools. */
export const fromOptions = (tool: AnyTool): readonly Option[] =>
  isAskedElsewhere(tool)
    ? [
        option(
          FROM,
          'text',
          'IDS',
          'Comma-separated ids of places of the server that --remote names, which make this lookup instead of this machine; self is the server itself. «sonde places --remote URL» lists them. Prints table or json.',
        ),
        remoteOption('Sonde server whose places --from names.'),
        tokenOption,
      ]
    : [];

/** Options about what only a lookup of this machine has. */
const LOCAL = ['evidence', 'timing', 'warn-days', 'csv', 'all'] as const;

interface ReadFor {
  readonly format: string | null;
  /** Whether the lookup is one of one target, and not a list or another call of the tool. */
  readonly isOne: boolean;
  readonly isShort: boolean;
}

/** Reads where the lookup is to be made; null for this machine. */
export function readAskedFrom(
  values: ReadonlyMap<string, string>,
  { format, isOne, isShort }: ReadFor,
): AskedFrom | Problem | null {
  const server = readRemote(values);
  if (server !== null && 'problem' in server) return server;
  const given = values.get(FROM);
  if (given === undefined)
    return server === null ? null : { problem: `--remote needs --${FROM}: the places of that server, or self.` };
  if (server === null) return { problem: `--${FROM} needs --remote: the server whose places are asked.` };
  if (!isOne) return { problem: `--${FROM} is for the lookup of one target.` };
  const local = LOCAL.find((name) => values.has(name) && values.get(name) !== 'false') ?? (isShort ? 'short' : null);
  if (local !== null) return { problem: `--${FROM} and --${local} cannot be given together.` };
  if (format !== null && format !== 'table' && format !== 'json')
    return { problem: `--${FROM} prints table or json, not ${format}.` };
  return readIds(given, server);
}

/** The places that an option names, and their server. */
export function readIds(given: string, server: RemoteServer): AskedFrom | Problem {
  try {
    return { places: readFrom(given), server };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { problem: error.message.replace(`'${FROM}'`, `--${FROM}`) };
  }
}
