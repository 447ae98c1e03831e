import type { Facts } from '../registration/facts.ts';

/** What a reply means: a record, no record, a refusal because of a limit, no service for this target, or an error. */
export type ReplyClass = 'record' | 'not-found' | 'limited' | 'no-service' | 'failed';

/** How registries say that there is no record; no pattern matches the usual legal texts. */
const NOT_FOUND: readonly RegExp[] = [
  /^[^\w\n]{0,20}no match\b/im,
  /\bno match(?:es)? (?:found )?for\b/i,
  /^[^\w\n]{0,20}(?:domain |object |query )?not found\b/im,
  /\b(?:domain|object|name|record)s?(?: name)?(?: "?[^\s"]{1,253}"?)? (?:was |is )?not found\b/i,
  /\bno (?:entries|objects?|records?|data|results?|information|such domain)(?: \w+)? (?:found|available|exists?)\b/i,
  /\bno (?:data|object|record|entries|such domain) was found\b/i,
  /^[^\w\n]{0,20}(?:no|nothing) (?:data )?found\b/im,
  /\bno matching (?:record|entry|entries|object|domain)/i,
  /\bno_se_encontro_el_objeto\b|\bobject_not_found\b/i,
  /\breturned 0 objects\b/i,
  /\bdoes not exist\b/i,
  /\b(?:is|has) not (?:been )?(?:registered|found|delegated)\b/i,
  /\bnot registered\b/i,
  /\bis (?:free|available)(?: for (?:registration|purchase))?\b/i,
  /^ ?(?:domain )?(?:status|state|registration status) ?[.:]+ ?(?:free|available|not registered|no object found|unassigned|inactive domain)\b/im,
  /\bunallocated\b|\bunassigned\b/i,
  /^%?\s*error:?\s*10[13]\b/im,
  /\bno whois record\b|\bno such (?:domain|object|name)\b/i,
  /\bqueried (?:object|domain) .{0,100}not exist\b/i,
];

/** How they say that a limit is exceeded, or that access is denied. */
const LIMITED: readonly RegExp[] = [
  /\b(?:query|queries|request|lookup|whois|rate|quota|connection|access|control|daily|hourly|search)\w*(?:\s+\w+){0,3}\s+(?:limit|quota|rate)?\s*(?:exceeded|exceeds|reached)\b/i,
  /\b(?:exceeded|reached)\b[^.\n]{0,60}\b(?:limit|quota|maximum|number of|rate|queries|allowance)\b/i,
  /\b(?:number of|maximum) (?:allowed )?(?:queries|requests|connections)\b[^.\n]{0,30}\bexceeded\b/i,
  /\bquota\b[^\n]{0,80}\bexceeded\b/i,
  /\btoo many (?:requests|queries|connections|lookups|simultaneous)\b/i,
  /\b(?:limit|quota) exceeded\b|\bexceeded (?:your |the )?(?:limit|quota)\b/i,
  /\bslow down\b|\bexcessive (?:querying|queries|use)\b/i,
  /\bblack-?listed\b|\b(?:has|have) been (?:temporarily |permanently )?(?:blocked|banned|restricted)\b/i,
  /\baccess (?:denied|refused)\b|\baccess (?:from|for) [^\n]{1,60} (?:denied|blocked|refused)\b|\bpermission denied\b/i,
  /\brequest denied\b/i,
  /\b(?:requests?|queries) (?:of|from) (?:this|your) (?:client|address|ip|host)\b[^.\n]{0,40}\bnot permitted\b/i,
  /\b(?:try|query) again (?:later|in (?:a few )?(?:\d+ )?(?:minutes?|hours?|seconds?))\b/i,
  /^%?\s*error:?\s*20[0-9]\b/im,
];

const NO_SERVICE: readonly RegExp[] = [
  /\b(?:has|have) no whois server\b|\bno whois server (?:is known|available|for)\b/i,
  /\bwhois (?:service|server)? ?(?:has been|is|was) (?:retired|decommissioned|discontinued|shut ?down|no longer)\b/i,
  /\b(?:tld|top-level domain|zone|suffix|extension|domain) (?:is )?not (?:supported|served|hosted) (?:here|by this)\b/i,
];

const FAILED: readonly RegExp[] = [
  /^%?\s*error:?\s*1(?:0[02456789]|1\d)\b/im,
  /\b(?:invalid|malformed|illegal|unknown|unrecogni[sz]ed|bad) (?:query|input|pattern|request|parameter|command|option|syntax)\b/i,
  /\b(?:internal|server|database|temporary|unexpected) (?:server )?(?:error|failure)\b|\btemporarily unavailable\b/i,
];

/**
 * Classifies a reply. One with facts is a record, whatever its legal text says about limits; without facts the wording of
 * the first lines decides, refusals first, because a refusal must never be taken for "not found".
 */
export function classifyReply(text: string, facts: Facts): ReplyClass {
  if (text === '') return 'failed';
  if (isFree(facts)) return 'not-found';
  if (hasOwnFacts(facts)) return 'record';
  const whole = condensed(text);
  const head = openingOf(whole);
  const says = (patterns: readonly RegExp[], within: string) => patterns.some((pattern) => pattern.test(within));
  if (says(LIMITED, head)) return 'limited';
  if (says(NO_SERVICE, head)) return 'no-service';
  // A status or a name alone may be part of a refusal, so it is checked after refusals.
  if (hasFacts(facts)) return 'record';
  if (says(NOT_FOUND, head) || says(NOT_FOUND, commentsOf(whole))) return 'not-found';
  if (says(FAILED, head)) return 'failed';
  // Further down, either wording may belong to terms of use: a text with both is not "not found".
  if (says(LIMITED, whole)) return 'limited';
  return says(NOT_FOUND, whole) ? 'not-found' : 'record';
}

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

function isFree(facts: Facts): boolean {
  return facts.status.some(({ code }) => FREE.test(code)) && facts.registrar === null && facts.created === null;
}

/** True when the facts contain any field of a registration. */
export function hasFacts(facts: Facts): boolean {
  return hasOwnFacts(facts) || facts.contacts.length > 0 || facts.status.length > 0;
}

/** True for fields that never occur in a refusal. */
function hasOwnFacts({ registrar, created, updated, expires, range, nameServers, ds }: Facts): boolean {
  const known = [registrar, created, updated, expires, range].some((value) => value !== null);
  return known || nameServers.length > 0 || ds.length > 0;
}

const OPENING_LINES = 4;
const TELLING = /error|denied|exceeded|blocked|not permitted/i;

/** The first lines outside legal text, which often comes first as comments and always mentions limits. */
function openingOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const legalFrom = lines.findIndex((line) => line.startsWith('>>>'));
  const spoken = lines
    .slice(0, legalFrom < 0 ? undefined : legalFrom)
    .filter((line) => line !== '' && (!/^[%#[]/.test(line) || TELLING.test(line)));
  return spoken.slice(0, OPENING_LINES).join('\n');
}

/** Many registries say "not found" in a comment, so that programs do not read it as a field. */
function commentsOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => /^\s*[%#]/.test(line))
    .map((line) => line.replace(/^\s*[%#]+\s*/, ''))
    .join('\n');
}

/** True for the wording of a limit or a ban in any text: RDAP servers send it as a web page. */
export function speaksOfLimits(text: string): boolean {
  const words = condensed(text);
  return LIMITED.some((pattern) => pattern.test(words));
}
