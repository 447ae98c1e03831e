import { type Option, spellingsOf } from '../options.ts';
import { type CompletedCommand, shortMeaning } from './model.ts';

/** For zsh 5 and newer, in a folder of `fpath` or sourced after compinit. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${escaped(name)}:${escaped(summary)}`)}`);
  const rest = commands.map(
    ({ name, options, words }) => `        ${name})
          _arguments ${[...options.flatMap(specsOf), wordSpec(words)].map(quoted).join(' \\\n            ')}
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
  const { kind, words, placeholder } = option;
  const value = words.length > 0 ? `(${words.join(' ')})` : ' ';
  const behind = kind === 'flag' ? '' : `:${escaped(placeholder.toLowerCase())}:${value}`;
  return spellingsOf(option).map(
    (one) => `${one}${kind === 'flag' ? '' : '='}[${escaped(shortMeaning(option))}]${behind}`,
  );
}

const wordSpec = (words: readonly string[] | null) =>
  words === null ? '1:target:_hosts' : `1:word:(${words.join(' ')})`;

/** Brackets and colons separate the parts of a specification. */
const escaped = (text: string) => text.replace(/[[\]:\\]/g, (character) => `\\${character}`);
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
