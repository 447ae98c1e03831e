import { engineVariables } from '@sonde/probes/settings/engine-variables';
import type { VariableTable } from '@sonde/probes/settings/variables';
import type { Command, Commands } from '../commands/command.ts';
import { meaningOf, type Option, spellingsOf } from './option.ts';
import { STATUSES } from './usage.ts';

/** The manual page sonde(1) in the language of man(7), from the same descriptions as the help. */
export function manual({ tools, others }: Awaited<ReturnType<Commands['all']>>, version: string): string {
  const variables: VariableTable = engineVariables;
  return `${[
    `.TH SONDE 1 "" "Sonde ${version}" "User Commands"`,
    '.SH NAME',
    'sonde \\- look up domains, addresses and certificates, with their own measurements',
    '.SH SYNOPSIS',
    '.B sonde',
    '.I TOOL TARGET\n[OPTIONS]',
    '.br',
    '.B sonde',
    '.I TARGET\n[OPTIONS]',
    '.SH TOOLS',
    ...tools.flatMap(commandLines),
    '.SH OTHER COMMANDS',
    ...others.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...STATUSES.flatMap(([status, meaning]) => ['.TP', `.B ${status}`, text(meaning)]),
    '.SH ENVIRONMENT',
    ...Object.entries(variables).flatMap(([name, { meaning }]) => ['.TP', `.B ${name}`, text(meaning)]),
    '.SH SEE ALSO',
    '.BR dig (1),\n.BR ping (8),\n.BR traceroute (8),\n.BR whois (1),\n.BR openssl (1)',
  ].join('\n')}\n`;
}

function commandLines({ name, words, summary, options, details = [], examples }: Command): string[] {
  return [
    `.SS ${text(`sonde ${name} ${words}`.trimEnd())}`,
    text(`${summary}.`),
    ...details.flatMap(([, paragraphs]) => paragraphs.flatMap((one) => ['.PP', text(one)])),
    ...options.flatMap((group) => group.options.flatMap(optionLines)),
    ...(examples.length === 0 ? [] : ['.PP', 'Examples:', '.nf', ...examples.map(text), '.fi']),
  ];
}

function optionLines(option: Option): string[] {
  const short = option.short === undefined ? [] : [`-${option.short}`];
  const value = option.kind === 'flag' ? '' : ` ${option.placeholder}`;
  const spelled = [...short, ...spellingsOf(option).map((one) => `${one}${value}`)].join(', ');
  return ['.TP', `.B ${text(spelled)}`, text(meaningOf(option))];
}

/** A line at whose beginning nothing is a request, and in which hyphens can be copied. */
function text(line: string): string {
  const escaped = line.replaceAll('`', '').replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('\n', ' ');
  const ascii = escaped.replaceAll(/[^\x20-\x7e]/gu, (one) => `\\[u${codeOf(one)}]`);
  return /^[.']/.test(ascii) ? `\\&${ascii}` : ascii;
}

const codeOf = (character: string) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
