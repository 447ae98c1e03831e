import type { Parameter } from '@sonde/contract';

/** One option of a command. */
export interface Option extends Parameter {
  /** One letter, for `-h`. */
  readonly short?: string;
  /** The placeholder for its value in the help. */
  readonly placeholder: string;
  /** True where its value is a path. */
  readonly isFile?: true;
}

export const option = (name: string, kind: Option['kind'], placeholder: string, description: string): Option => ({
  name,
  kind,
  words: [],
  defaultValue: kind === 'flag' ? 'false' : null,
  description,
  placeholder,
});

const colorOption: Option = {
  ...option('color', 'flag', '', 'Print in colour, or not. Default: on a terminal, unless NO_COLOR is set.'),
  defaultValue: null,
};

/** The options of every command. They import nothing, since even `sonde version` needs them. */
export const generalOptions: readonly Option[] = [
  colorOption,
  option('explain', 'text', 'CODE', 'Print what a finding means, why it matters, and what to do about it.'),
  { ...option('help', 'flag', '', 'Print this help.'), short: 'h' },
];

/** The spellings of an option that change something: `--no-revocation` for a flag that is true by default. */
export function spellingsOf({ name, kind, defaultValue }: Option): string[] {
  if (kind !== 'flag' || defaultValue === 'false') return [`--${name}`];
  return defaultValue === 'true' ? [`--no-${name}`] : [`--${name}`, `--no-${name}`];
}

/** The effect of an option in the spelling from `spellingsOf`: descriptions of the API begin with the value of a flag. */
export function meaningOf({ kind, description }: Option): string {
  const meaning = kind === 'flag' ? description.replace(/^(true|false) \(or [01]\): /, '') : description;
  return meaning.charAt(0).toUpperCase() + meaning.slice(1);
}
