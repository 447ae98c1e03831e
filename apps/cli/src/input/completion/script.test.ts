import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '../../../../../scripts/test/vitest-settings.ts';
import { commands as known } from '../../commands/registry.ts';
import { findingCodes } from '../../print/explanation.ts';
import { formats } from '../../print/format-names.ts';
import { completionScript } from './script.ts';
import { type Shell, shells } from './shells.ts';

let folder = '';
const fileOf = (shell: Shell) => join(folder, `sonde.${shell}`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-completion-'));
  for (const shell of shells) {
    writeFileSync(fileOf(shell), await completionScript(shell, known, findingCodes));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const commands = await known.names();
const words = (text: string) => text.split('\n').filter((line) => line !== '');

/** What a shell offers for the last word of a line. */
type Completer = (line: string) => string[];

/** Splits as bash does before it asks: at spaces, and at the sign of an option with a value. */
const byBash: Completer = (line) => {
  const split = line.split(' ').flatMap((word) => word.split(/(?<==)|(?==)/));
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sonde; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return words(execFileSync('bash', ['--norc', '-c', script, 'bash', fileOf('bash'), ...split], { encoding: 'utf8' }));
};

const byFish: Completer = (line) => {
  const script = 'source $argv[1]; complete -C $argv[2]';
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const output = execFileSync('fish', ['--no-config', '-c', script, fileOf('fish'), line], { encoding: 'utf8', env });
  return words(output).map((offer) => offer.split('\t')[0] ?? '');
};

/**
 * zsh completes only interactively: this is a shell in a pseudo terminal that reports what it was about to show. The marks
 * are split in two because the terminal echoes what is typed.
 */
const ZSH = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PROMPT=; RPROMPT=; unset zle_bracketed_paste; stty -echo; autoload -Uz compinit; compinit -u -d '$1'.dump; source '$1
zpty -w z 'compadd() { local -a given; builtin compadd -A given -D given -O given "$@"; print -rl -- \\<\${^given}\\>; builtin compadd "$@" }'
zpty -w z 'show() { compadd_offers=1; zle complete-word; print "<EN""D>" }; zle -N show; bindkey "^I" show; LISTMAX=10000; print "<REA""DY>"'
zpty -r -m z all '*<READY>*' >/dev/null
zpty -w -n z $2$'\\t'
zpty -r -m z offered '*<END>*'
print -r -- $offered
`;

const byZsh: Completer = (line) => {
  const file = join(folder, 'ask.zsh');
  writeFileSync(file, ZSH);
  const output = execFileSync('zsh', ['-f', file, fileOf('zsh'), line], { encoding: 'utf8', timeout: 20_000 });
  return [...new Set([...output.matchAll(/<([^<>\s"]+)>/g)].map(([, offer = '']) => offer))].filter(
    (offer) => offer !== 'END',
  );
};

describe.each<[Shell, Completer]>(
  firstOf<[Shell, Completer]>(1, [
    ['bash', byBash],
    ['fish', byFish],
    ['zsh', byZsh],
  ]),
)('in %s', (shell, offers) => {
  it('the commands are offered', () => {
    expect(offers('sonde ')).toEqual(expect.arrayContaining([...commands]));
    expect(offers('sonde pi')).toEqual(['ping']);
  });

  it('the options of a tool are, and no others', () => {
    const offered = offers('sonde ssl --');
    // zsh shows an option that takes a value with a sign behind it.
    const names = offered.map((offer) => offer.replace(/=$/, ''));
    expect(names).toEqual(
      expect.arrayContaining(['--deep', '--no-revocation', '--starttls', '--format', '--no-color']),
    );
    expect(names).not.toContain('--count');
    expect(names).not.toContain('--revocation');
    expect(offers('sonde ping --cou').map((offer) => offer.replace(/=$/, ''))).toEqual(['--count']);
  });

  it('the words of an option are', () => {
    expect(offers('sonde ssl --format ').toSorted()).toEqual(formats.toSorted());
    expect(offers('sonde ssl example.com --starttls x').toSorted()).toEqual(['xmpp', 'xmpp-server']);
    const behindSign = offers('sonde ssl --fail-on=w').map((offer) => offer.replace('--fail-on=', ''));
    expect(behindSign).toEqual(['warn']);
  });

  it('codes and shells are', () => {
    expect(offers('sonde explain no-repl')).toEqual(['no-reply']);
    expect(offers('sonde explain ')).toEqual(expect.arrayContaining([...findingCodes]));
    expect(offers('sonde completion ').toSorted()).toEqual(shells.toSorted());
  });

  it('files are, where a path is wanted', () => {
    writeFileSync(join(folder, 'hosts.csv'), '');
    const names = (line: string) => offers(line).map((offer) => offer.replace(/^.*\//, ''));
    for (const line of ['sonde check -f ', 'sonde check --policy ', 'sonde verify ']) {
      // zsh completes the folders of a path as well.
      expect(names(`${line}${folder}/hos`).at(-1)).toBe('hosts.csv');
    }
    expect(names('sonde check --fail-on-ch')).toEqual(['--fail-on-change']);
    expect(offers('sonde help che')).toEqual(['check']);
  });

  it('the script has no syntax errors', () => {
    execFileSync(shell, ['-n', fileOf(shell)]);
  });
});
