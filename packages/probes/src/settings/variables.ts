import * as z from 'zod/mini';
import type { SettingFormat } from './format.ts';
import { withSecretFiles } from './secret-files.ts';

/** One environment variable, declared once with everything about it. */
export type Variable<Value = unknown> = {
  readonly format: SettingFormat<Value>;
  /** For the README, in Markdown. */
  readonly meaning: string;
  /** A value that the format accepts; null for a variable that operators do not set. */
  readonly example: string | null;
  /** Whether it makes the server, or a visitor's browser, contact a third party, which the privacy page must then name. */
  readonly contacts: boolean;
  /** Whether its value names files that may appear later: those that cannot be read are reported at startup. */
  readonly isFile?: true;
  /** Whether it can also be read from the file that the variable of this name with `_FILE` names. */
  readonly isSecret?: true;
  /** Whether an empty text is a value of its own. Otherwise it counts as not set. */
  readonly mayBeEmpty?: true;
} & (
  | {
      /** The text used when the variable is not set. */
      readonly default: string;
    }
  | {
      /** What happens when it is not set, in a word or two. Its value is then null. */
      readonly whenUnset: string;
    }
);

/** Variables by name. */
export type VariableTable = Readonly<Record<string, Variable>>;

export type Values<Table extends VariableTable> = {
  readonly [Name in keyof Table]:
    | z.core.output<Table[Name]['format']>
    | (Table[Name] extends { readonly default: string } ? never : null);
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings, or every reason why there are none: one sentence per invalid variable. */
export type SettingsResult<Settings> =
  | { readonly settings: Settings; readonly problems: readonly string[] }
  | { readonly settings: null; readonly problems: readonly string[] };

/** Reads all variables of a table. An empty variable counts as not set, unless it may be empty. */
export function readVariables<Table extends VariableTable>(
  table: Table,
  env: Environment,
): SettingsResult<Values<Table>> {
  const { env: complete, problems: ofFiles } = withSecretFiles(table, env);
  const problems = [...ofFiles];
  const values = Object.entries(table).map(([name, variable]) => {
    const text = textOf(variable, complete[name]);
    if (text === null) return [name, null];
    const { data, error } = z.safeParse(variable.format, text);
    if (error !== undefined) problems.push(`${name} ${error.issues[0]?.message}.`);
    return [name, data];
  });
  if (problems.length > 0) return { settings: null, problems };
  // Every format has been applied to its own variable.
  return { settings: Object.fromEntries(values) as Values<Table>, problems };
}

function textOf(variable: Variable, set: string | undefined): string | null {
  if (set !== undefined && (set.trim() !== '' || variable.mayBeEmpty === true)) return set;
  return 'default' in variable ? variable.default : null;
}

/**
 * The values when nothing is set.
 * @throws TypeError when a default does not match its own format
 */
export function defaultValues<Table extends VariableTable>(table: Table): Values<Table> {
  const { settings, problems } = readVariables(table, {});
  if (settings === null) throw new TypeError(problems.join(' '));
  return settings;
}

/** The files named in the environment, by variable, whether or not they exist. */
export function namedFiles(table: VariableTable, env: Environment): { variable: string; path: string }[] {
  const names = Object.keys(table).filter((name) => table[name]?.isFile === true);
  const pathsOf = (name: string) => (env[name] ?? '').split(',').map((path) => path.trim());
  return names.flatMap((variable) =>
    pathsOf(variable)
      .filter((path) => path !== '')
      .map((path) => ({ variable, path })),
  );
}
