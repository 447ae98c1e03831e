import type { Offered } from '../../commands/command.ts';
import { type Option, spellingsOf } from '../option.ts';
import type { CompletedCommand } from './model.ts';

/** Words come from contracts: letters, digits and hyphens, none of which need quoting. */
const offer = (words: readonly string[]) => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur"))`;

const HOSTS = 'COMPREPLY=($(compgen -A hostname -- "$cur"))';
/** One per line, since file names may contain spaces. */
const FILES = 'mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames 2>/dev/null';

function offerOf(offered: Offered): string {
  if (offered === 'hosts') return HOSTS;
  return offered === 'files' ? FILES : offer(offered);
}

/** For bash 4 and newer, without the package bash-completion. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const values = valueCases(commands).map((line) => `    ${line}`);
  const options = commands.map((command) => `      ${command.name}) ${offer(command.options.flatMap(spellingsOf))} ;;`);
  const words = commands.map(({ name, offered }) => `    ${name}) ${offerOf(offered)} ;;`);
  return `# Completes sonde in bash: source <(sonde completion bash)
_sonde() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev= command= word
  ((COMP_CWORD > 0)) && prev=\${COMP_WORDS[COMP_CWORD-1]}
  # bash splits --format=json at the sign.
  if [[ $cur == '=' ]]; then
    cur=
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      ${names.join('|')}) command=$word; break ;;
    esac
  done
  COMPREPLY=()
  case $command:$prev in
${values.join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${options.join('\n')}
      *) ${offer(['--help', '--explain'])} ;;
    esac
    return
  fi
  case $command in
${words.join('\n')}
    *) ${offer(names)} ;;
  esac
}
complete -F _sonde sonde
`;
}

/** One case for all options with the same words, some of which are hundreds. */
function valueCases(commands: readonly CompletedCommand[]): string[] {
  const spellingsByAction = new Map<string, string[]>();
  for (const { name, options } of commands) {
    for (const option of options.filter(({ kind }) => kind !== 'flag')) {
      const action = actionOf(option);
      spellingsByAction.set(action, [...(spellingsByAction.get(action) ?? []), ...casesOf(name, option)]);
    }
  }
  return [...spellingsByAction].map(([action, spellings]) => `${spellings.join('|')}) ${action}return ;;`);
}

const actionOf = ({ words, isFile }: Option) => (isFile ? `${FILES}; ` : words.length > 0 ? `${offer(words)}; ` : '');

const casesOf = (command: string, { name, short }: Option) => [
  `${command}:--${name}`,
  ...(short === undefined ? [] : [`${command}:-${short}`]),
];
