import { counted } from '@sonde/contract/text/counted';
import { knownWord } from '@sonde/contract/text/known-word';
import { AskError } from '../../browser/api/ask-error.ts';
import { gapMeaning } from '../lookup/gap-meaning.ts';
import { offlineCause } from '../lookup/offline-cause.ts';
import type { NameCounts } from './names/arrange.ts';
import type { SubdomainAnswer, SubdomainSource } from './query.ts';

export const sourceNames: Readonly<Record<SubdomainSource, string>> = {
  crtsh: 'crt.sh',
  certspotter: 'Cert Spotter',
  certificate: 'Own certificate',
  transfer: 'Zone transfer',
  nsec: 'NSEC chain',
  records: 'DNS records',
  words: 'Word list',
  permutations: 'Permutations',
};

/** `6 subdomains, 7 IPv4 and 5 IPv6 addresses`. */
export function countSentence({ names, ipv4, ipv6 }: NameCounts): string {
  return `${counted(names, 'subdomain')}, ${ipv4} IPv4 and ${ipv6} IPv6 addresses`;
}

/** True if the server says that the domain does not exist. */
export function isMissingDomain(error: unknown): boolean {
  return error instanceof AskError && error.failure?.code === 'not-found';
}

/** The second line below the message that all failures share; null if nothing more is known. */
export function failureCause(error: unknown): string | null {
  if (!(error instanceof AskError)) return null;
  if (error.stage === 'no-response') return offlineCause(error) ?? 'There was no response from the server.';
  return error.serverMessage || error.message || null;
}

const otherParts: Readonly<Record<string, string>> = {
  addresses: 'Some addresses',
  'IPv4 addresses': 'The IPv4 addresses of some names',
  'IPv6 addresses': 'The IPv6 addresses of some names',
  wildcards: 'The test for wildcards',
  'more names': 'Further names',
};

function nameOf(part: string): string {
  return knownWord(sourceNames, part, knownWord(otherParts, part, part));
}

/**
 * One sentence for everything that our budget towards the domain's name servers has cut, with the time to try again.
 */
function cutSentences(gaps: SubdomainAnswer['gaps']): string[] {
  if (gaps.length === 0) return [];
  const seconds = Math.max(...gaps.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds));
  const when = seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
  const parts = gaps.map(({ part }) => nameOf(part)).join(', ');
  return [
    `Search incomplete: ${parts}. The limit of queries to the name servers of this domain has been reached. Try again in ${when}.`,
  ];
}

type Limited = Pick<SubdomainAnswer, 'gaps' | 'wildcards' | 'partialWildcards'>;

/** The limits of the answer, one sentence each. */
export function limits({ gaps, wildcards, partialWildcards }: Limited): string[] {
  const isCut = ({ retryAfterSeconds }: (typeof gaps)[number]) => retryAfterSeconds !== undefined;
  const unread = gaps.filter((gap) => !isCut(gap));
  const missing = [
    ...unread.map(({ part, code }) => `${nameOf(part)} could not be read in full. ${gapMeaning(code)}`),
    ...cutSentences(gaps.filter(isCut)),
  ];
  const whole = wildcards.filter((one) => !partialWildcards.includes(one));
  return [
    ...missing,
    ...hiddenBy(whole, (where) => `Every name below ${where} exists (wildcard)`, 'any other name'),
    ...hiddenBy(
      partialWildcards,
      (where) => `Some names below ${where} exist only because of a wildcard that covers part of them`,
      'those',
    ),
  ];
}

function hiddenBy(wildcards: readonly string[], told: (where: string) => string, like: string): string[] {
  const [first, ...others] = wildcards;
  if (first === undefined) return [];
  const where = others.length === 0 ? first : `${first} and ${others.length} more`;
  return [`${told(where)}: names known only from a word list that have the same addresses as ${like} are left out.`];
}
