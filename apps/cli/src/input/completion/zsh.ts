import type { Offered } from '../../commands/command.ts';
import { type Option, spellingsOf } from '../option.ts';
import { type CompletedCommand, shortMeaning } from './model.ts';

/** For zsh 5 and newer, in a folder of `fpath` or sourced after compinit. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${escaped(name)}:${escaped(summary)}`)}`);
  const rest = commands.map(
    ({ name, options, offered }) => `        ${name})
          _arguments ${[...options.flatMap(specsOf), ...wordSpecs(offered)].map(quoted).join(' \\\n            ')}
          ;;`,
  );
  return `#compdef sonde
# Completes sonde in zsh: put this into a folder of fpath as _sonde, or source <(sonde completion zsh)
_sonde() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  local -a commands=(
${names.join('\n')}
  )
  _arguments -C ${quoted('(- *)--help[Print the help]')} '1: :->command' '*:: :->rest' && return
  case $state in
    command) _describe command commands ;;
    rest)
      case $words[1] in
${rest.join('\n')}
      esac
      ;;
  esac
}
if [[ $funcstack[1] == _sonde ]]; then
  _sonde "$@"
else
  compdef _sonde sonde
fi
`;
}

function specsOf(option: Option): string[] {
  const { kind, words, placeholder, short, isFile } = option;
  const value = isFile ? '_files' : words.length > 0 ? `(${words.join(' ')})` : ' ';
  const behind = kind === 'flag' ? '' : `:${escaped(placeholder.toLowerCase())}:${value}`;
  const described = (spelling: string) => `${spelling}[${escaped(shortMeaning(option))}]${behind}`;
  const sign = kind === 'flag' ? '' : '=';
  return [
    ...spellingsOf(option).map((one) => described(`${one}${sign}`)),
    ...(short === undefined ? [] : [described(`-${short}`)]),
  ];
}

function wordSpecs(offered: Offered): string[] {
  if (offered === 'hosts') return ['*:target:_hosts'];
  if (offered === 'files') return ['*:file:_files'];
  return offered.length === 0 ? [] : [`1:word:(${offered.join(' ')})`];
}

/** Brackets and colons separate the parts of a specification. */
const escaped = (text: string) => text.replace(/[[\]:\\]/g, (character) => `\\${character}`);
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
