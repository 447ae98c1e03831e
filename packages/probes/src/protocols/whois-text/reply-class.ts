import type { RegistrationFacts } from '../registration/facts.ts';
import { isReservedState } from '../registration/reserved-states.ts';
import {
  FAILED,
  LIMITED,
  LIMITED_STATEMENTS,
  NO_SERVICE,
  NOT_FOUND,
  NOT_FOUND_STATEMENTS,
  RESERVED,
  RESERVED_AT_TRAFICOM,
} from './reply-words.ts';

/**
 * What a reply means: a record, the record of a reserved name or the statement that it is one, no record, a refusal because
 * of a limit, no service for this target, an error, or something else: its text is shown, and nothing is concluded from it.
 */
export type WhoisReplyClass =
  | 'record'
  | 'reserved'
  | 'not-found'
  | 'limited'
  | 'no-service'
  | 'failed'
  | 'unrecognised';

/**
 * Classifies a reply. One with facts is a record, whatever its legal text says about limits; without facts the wording of
 * its statements decides, refusals first, because a refusal must never be taken for "not found".
 */
export function classifyReply(text: string, facts: RegistrationFacts): WhoisReplyClass {
  if (text === '') return 'failed';
  if (facts.status.some(({ code }) => isReservedState(code))) return 'reserved';
  if (isFree(facts)) return 'not-found';
  if (hasOwnFacts(facts)) return 'record';
  const whole = condensed(text);
  const head = openingOf(whole);
  const comments = commentsOf(whole);
  if (says(NO_SERVICE, head)) return 'no-service';
  if (says(LIMITED, head) || says(LIMITED, comments.filter(isShort))) return 'limited';
  if (says(RESERVED, head) || RESERVED_AT_TRAFICOM.test(head.join('\n'))) return 'reserved';
  if (says(FAILED, head.filter(isField))) return 'failed';
  // A status or a name alone may be part of a refusal, or of an error, so it is checked after those.
  if (hasFacts(facts) && NAMES_ITS_SUBJECT.test(whole)) return 'record';
  if (says(NOT_FOUND, head) || says(NOT_FOUND, comments)) return 'not-found';
  if (says(FAILED, head) || says(FAILED, comments.filter(isShort))) return 'failed';
  return readBelow(statementsOf(whole));
}

/** Further down, the wording may belong to terms of use: only short lines and certain statements count. */
function readBelow(lines: readonly string[]): WhoisReplyClass {
  const short = lines.filter(isShort);
  if (says(LIMITED_STATEMENTS, lines)) return 'limited';
  if (says(RESERVED, short)) return 'reserved';
  return says(NOT_FOUND_STATEMENTS, lines) || says(NOT_FOUND, short) ? 'not-found' : 'unrecognised';
}

function says(patterns: readonly RegExp[], lines: readonly string[]): boolean {
  return lines.some((line) => patterns.some((pattern) => pattern.test(line)));
}

/** A field or a heading that says which domain, network or number the reply is about. */
const NAMES_ITS_SUBJECT =
  /^\W{0,8}(?:\d\w\. +)?(?:(?:complete )?domain(?:[ _-]?name)?|domainname|dominio|nombre de dominio|nom de domaine|query|ドメイン名|inet6?num|aut-num|as(?:number|handle)|net(?:name|handle|range))\b[\s.\]]*[:\]]/im;

/** Longer than any refusal with its terms of use. */
const MAX_JUDGED = 50_000;

/** Collapses runs of blanks: a pattern that crosses one takes quadratic time. */
function condensed(text: string): string {
  return text
    .slice(0, MAX_JUDGED)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n\s*/g, '\n');
}

const FREE = /^(?:free|available|not registered|no object found|unassigned)\b/i;

function isFree(facts: RegistrationFacts): boolean {
  return facts.status.some(({ code }) => FREE.test(code)) && facts.registrar === null && facts.created === null;
}

/** True when the facts contain any field of a registration. */
export function hasFacts(facts: RegistrationFacts): boolean {
  return hasOwnFacts(facts) || facts.contacts.length > 0 || facts.status.length > 0;
}

/** True for fields that never occur in a refusal. */
function hasOwnFacts({ registrar, created, updated, expires, range, nameServers, ds }: RegistrationFacts): boolean {
  const known = [registrar, created, updated, expires, range].some((value) => value !== null);
  return known || nameServers.length > 0 || ds.length > 0;
}

const OPENING_LINES = 4;
const TELLING = /error|denied|exceeded|blocked|not permitted/i;
/** Sentences on what a service does in general; they contain the words of every answer. */
const PROSE = /\b(?:if|whether|may|might|should|you agree|do not(?! have))\b/i;

/** The first lines outside legal text, which often comes first as comments and always mentions limits. */
function openingOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const legalFrom = lines.findIndex((line) => /^>>> ?last update/i.test(line));
  const spoken = lines
    .slice(0, legalFrom < 0 ? undefined : legalFrom)
    .filter((line) => line !== '' && (!/^[%#[]/.test(line) || TELLING.test(line)) && !/^[-=*]{3,}$/.test(line));
  return spoken.slice(0, OPENING_LINES).filter((line) => !PROSE.test(line));
}

/** Many registries say "not found" in a comment, so that programs do not read it as a field. */
function commentsOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => /^\s*[%#]/.test(line) && !PROSE.test(line))
    .map((line) => line.replace(/^\s*[%#]+\s*/, ''));
}

function statementsOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line === '' || PROSE.test(line) ? [] : [line.trim()]));
}

/** Statements are short; lines of terms of use are long. */
function isShort(line: string): boolean {
  return line.split(' ').length <= 9;
}

function isField(line: string): boolean {
  return /^[\w ]{1,40}[.:]/.test(line);
}

/** True for the wording of a limit or a ban in any text: RDAP servers send it as a web page. */
export function speaksOfLimits(text: string): boolean {
  return says(LIMITED, condensed(text).split('\n'));
}
