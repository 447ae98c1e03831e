import { spellingsOf } from '../options.ts';
import type { CompletedCommand } from './model.ts';

/** Words are taken from contracts: letters, digits and hyphens, so none has to be quoted. */
const offer = (words: readonly string[]) => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur"))`;

/** For bash 4 and newer, without the package bash-completion. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ kind }) => kind !== 'flag')
      .map(
        (option) =>
          `    ${name}:--${option.name}) ${option.words.length > 0 ? `${offer(option.words)}; ` : ''}return ;;`,
      ),
  );
  const options = commands.map((command) => `      ${command.name}) ${offer(command.options.flatMap(spellingsOf))} ;;`);
  const words = commands.map(
    ({ name, words: known }) =>
      `    ${name}) ${known === null ? 'COMPREPLY=($(compgen -A hostname -- "$cur"))' : offer(known)} ;;`,
  );
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
