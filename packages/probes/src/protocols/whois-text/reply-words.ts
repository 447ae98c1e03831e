/*
 * How registries say that there is no record, that a name is reserved, that a limit is exceeded, that they do not serve an
 * ending, and that they cannot answer. Patterns match single statements; see reply-class.ts for the lines they are tried on.
 */

/** Marks of a comment, an emphasis or an error number in front of a statement. */
const MARK = String.raw`^[^\w\n]{0,20}`;
const SUBJECT =
  '(?:the |this |sorry,? but |your )?(?:requested |queried )?(?:domain|object|name|record|query)s?(?: name)?';
const NAME = String.raw`(?:[:,]? ?["'“«]?[^\s"'”»]{1,253}["'”»]?,?)?`;

/** Statements that begin a line; what they say cannot be part of terms of use. */
export const NOT_FOUND_STATEMENTS: readonly RegExp[] = [
  new RegExp(String.raw`${MARK}no match(?:es)?\b(?! (?:is|was|will|may)\b)`, 'i'),
  /^\S{1,253} - no match$/i,
  /^no records? matching \S{1,253} found\b/i,
  // Hungarian: «Nincs találat / No match».
  /^nincs tal/i,
  new RegExp(String.raw`${MARK}(?:domain |object |query )?not found\b`, 'i'),
  new RegExp(String.raw`${MARK}${SUBJECT}${NAME}(?: you (?:requested|queried))? (?:was |is )?not found\b`, 'i'),
  // KRNIC.
  /등록되어 있지 않습니다/,
];

export const NOT_FOUND: readonly RegExp[] = [
  ...NOT_FOUND_STATEMENTS,
  /\bno match(?:es)? (?:found )?for\b/i,
  /\bno (?:entries|objects?|records?|data|results?|information|such domain)(?: \w+)? (?:found|available|exists?)\b/i,
  /\bno (?:data|object|record|entries|information|such domain) was found\b/i,
  new RegExp(String.raw`${MARK}(?:no|nothing) (?:data )?found\b`, 'i'),
  /\bno matching (?:record|entry|entries|object|domain)/i,
  /^not find matching ?record/i,
  /\bno_se_encontro_el_objeto\b|\bobject_not_found\b/i,
  // NIC Argentina.
  /\bno se encuentra registrado\b/i,
  /\breturned 0 objects\b/i,
  /\bdoes not exist\b/i,
  /\b(?:is|has) not (?:been )?(?:registered|found|delegated)\b/i,
  /^[^\w\n]{0,20}(?:error:\d+: )?\S* ?not registered\b/i,
  /\bis free(?: for registration)?[.!]?$/i,
  /^[^\w\n]{0,20}(?:the )?(?:domain )?(?:name )?\S{0,253} ?is available(?: for (?:registration|purchase))?[.!]?$/i,
  /^ ?(?:domain )?(?:query_)?(?:status|state|registration status) ?[.:]+ ?(?:220 )?(?:free|available|not registered|no object found|unassigned|inactive domain)\b/i,
  // ZARC, above the name.
  /^available$/i,
  // SWITCH, until 2019.
  /\bdo not have an entry in our database\b/i,
  /\bunallocated\b|\bunassigned\b/i,
  /^%?\s*error:?\s*10[13]\b/i,
  /\bno whois record\b|\bno such (?:domain|object|name)\b/i,
  /\bqueried (?:object|domain) .{0,100}not exist\b/i,
];

export const LIMITED: readonly RegExp[] = [
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
  /^%?\s*error:?\s*20[0-9]\b/i,
  // CNNIC, HKIRC, DNS Belgium, EURid, the old server of co.za.
  /\b(?:interval|access) is too (?:short|fast)\b/i,
  /\bmaintain at least \d+[- ]second/i,
  /\bip address (?:is )?(?:blocked|banned)\b/i,
  /\bstill in grace period\b/i,
  /\bgo away for \d+ second/i,
  /\bserver (?:is )?too busy\b/i,
];

/** A refusal further down, below conditions of use: only what speaks of this client, or of what has happened. */
export const LIMITED_STATEMENTS: readonly RegExp[] = [
  /\bip address\b.{0,60}\b(?:not authori[sz]ed|blocked|exceeded)\b/i,
  /^\W{0,8}(?:error:? ?)?(?:too many (?:requests|queries)|(?:query |whois |request )?(?:rate )?limit exceeded)\b/i,
  /\bquota\b.{0,80}\bhas been exceeded\b/i,
  /^\W{0,8}\w{1,20} quota exceeded\b/i,
  /\byou have exceeded\b/i,
];

export const RESERVED: readonly RegExp[] = [
  /\b(?:name|domain)\b[^\n]{0,80}\b(?:is|has been) (?:a )?(?:reserved|prohibited|restricted)\b/i,
  /\bregistration of this (?:domain|name)[^.\n]{0,40} is (?:restricted|prohibited)\b/i,
  /^[^\w\n]{0,20}(?:name |domain |domain name )?reserved (?:by|for)\b/i,
  /^[^\w\n]{0,20}reserved (?:domain )?name\b/i,
  /^[^\w\n]{0,20}(?:this (?:domain )?(?:name )?is )?not available for registration\b/i,
  // CNNIC; brand protection of Identity Digital, Uniregistry and ICM.
  /\bcan ?not be registered online\b/i,
  /\bdpml brand protection\b|\bsubscribes to the (?:uni eps|adultblock)\b/i,
  // CIRA's error 01044.
  /\bdomain name requested has usage restrictions\b/i,
];

/** Traficom writes this for a reserved name; elsewhere the same words may stand for a registered one. */
export const RESERVED_AT_TRAFICOM = /^domain not available\nmore information is available at https:\/\/domain\.fi/i;

export const NO_SERVICE: readonly RegExp[] = [
  /\b(?:has|have) no whois server\b|\bno whois server (?:is known|available|for)\b/i,
  /\bwhois (?:service|server)? ?(?:has been|is|was) (?:retired|decommissioned|discontinued|shut ?down|no longer)\b/i,
  /\b(?:tld|top-level domain|zone|suffix|extension|domain) (?:is )?not (?:supported|served|hosted) (?:here|by this)\b/i,
  /^(?:tld|top-level domain|zone) is not supported\.?$/i,
];

export const FAILED: readonly RegExp[] = [
  /^%?\s*error:?\s*1(?:0[02456789]|1\d)\b/i,
  /\b(?:invalid|incorrect|malformed|illegal|unknown|unrecogni[sz]ed|bad) (?:query|input|pattern|request|parameter|command|option|syntax|domain name)\b/i,
  /\b(?:internal|server|database|temporary|unexpected) (?:server )?(?:error|failure)\b|\b(?:temporarily|service) unavailable\b/i,
  /\bcan(?:'|no)t process (?:your|the|this) request\b/i,
  /^(?:domain )?status ?[.:]+ ?(?:not allowed|invalid)\b/i,
  /\bsyntax error\b|^not a valid (?:domain|query|search)\b|^unimplemented object\b/i,
  // .mx, .tw.
  /^cadena_invalida\b|^網域名稱不合規定/i,
  // Nominet.
  /\bcannot be registered because it contravenes\b/i,
];
