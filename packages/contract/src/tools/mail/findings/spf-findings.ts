import { listed, quoted } from '../../../finding/wording.ts';
import { amountText, countsOf } from '../../../mail/spf-amount.ts';
import { MAX_LOOKUPS, MAX_VOID } from '../../../mail-text/spf-order.ts';
import { extentOf } from '../../../mail-text/spf-share.ts';
import { counted } from '../../../text/counted.ts';
import { finding, type MailFinding, type UnjudgedMail } from './subject.ts';

type Spf = NonNullable<UnjudgedMail['spf']>;
type Term = Spf['terms'][number];

const NEAR = 9;
const LONG = 450;

/** SPF: the record, the records it includes, and the result for a sender. */
export function spfFindings({ domain, spf, dmarc }: UnjudgedMail): MailFinding[] {
  if (spf === null) return [];
  if (spf.failure !== null) return [...unansweredFinding(domain, spf), ...senderFindings(domain, spf)];
  if (spf.records.length > 1) {
    const evidence = `${domain} has ${spf.records.length} SPF records.`;
    return [
      finding('spf-several', 'bad', domain, evidence, 'Merge them into one record with a single all at its end.'),
      ...senderFindings(domain, spf),
    ];
  }
  if (spf.record === null) {
    // A name that does not exist can have no record; what protects it is DMARC (np).
    if (dmarc?.nameExists === false) return senderFindings(domain, spf);
    const fix = `Publish ${domain}. IN TXT "v=spf1 mx -all" if the hosts in the MX records send the mail, or "v=spf1 -all" if the domain sends no mail.`;
    return [
      finding('spf-missing', 'warn', domain, `${domain} has no SPF record.`, fix),
      ...senderFindings(domain, spf),
    ];
  }
  const found = [
    ...textFindings(domain, spf),
    ...limitFindings(domain, spf),
    ...termFindings(spf),
    ...openFindings(domain, spf),
  ];
  const all = [...found, ...unansweredTerms(spf), ...unexplainedError(spf, found)];
  return [...all, ...soundFinding(domain, spf, all), ...senderFindings(domain, spf)];
}

/** Terms whose addresses are unknown, because nobody answered; includes are part of the count of lookups. */
function unansweredTerms({ terms }: Spf): MailFinding[] {
  const silent = terms.filter(
    ({ kind, problem }) => problem === 'unreachable' && kind !== 'include' && kind !== 'redirect',
  );
  if (silent.length === 0) return [];
  const evidence = `The addresses of ${listed(silent.map(({ text }) => text))} could not be looked up.`;
  const fix = 'Check that all name servers of these names answer.';
  return [finding('spf-not-answered', 'unknown', silent[0]?.domain ?? '', evidence, fix)];
}

/** An error that no finding on a single term explains, such as a second redirect in an included record. */
function unexplainedError({ permanentError }: Spf, found: readonly MailFinding[]): MailFinding[] {
  if (permanentError === null || found.some(({ state }) => state === 'bad')) return [];
  const { domain, reason, term } = permanentError;
  const at = term === null ? `The record of ${domain}` : `${quoted(term)} of ${domain}`;
  const evidence = `${at} ends the evaluation with a permanent error (${reason ?? 'unknown'}).`;
  return [
    finding('spf-include-broken', 'bad', domain ?? '', evidence, `Correct the record of ${domain ?? 'that domain'}.`),
  ];
}

const isUnread = ({ problem }: Term) => problem === 'unreachable' || problem === 'not-read';

/** Only where the whole tree is known, and no sender gets an error. */
function soundFinding(domain: string, spf: Spf, found: readonly MailFinding[]): MailFinding[] {
  const { allowed, permanentError, lookups, recordsRead, terms } = spf;
  if (
    allowed === null ||
    permanentError !== null ||
    terms.some(isUnread) ||
    found.some(({ state }) => state !== 'note')
  )
    return [];
  const besides = allowed.unknown.length === 0 ? '' : `, besides those that ${listed(allowed.unknown)} may match`;
  const evidence = `${counted(lookups, 'DNS lookup')} of at most ten, ${counted(recordsRead, 'record')} read. It allows ${amountText(allowed)}${besides}.`;
  return [finding('spf-sound', 'good', domain, evidence, null)];
}

function unansweredFinding(domain: string, { failure }: Spf): MailFinding[] {
  const evidence = `The question for the TXT records of ${domain} was not answered (${failure ?? 'unknown'}).`;
  return [
    finding('spf-not-answered', 'unknown', domain, evidence, 'Check that all name servers of the domain answer.'),
  ];
}

function textFindings(domain: string, { problems, octets, allTextOctets }: Spf): MailFinding[] {
  return [
    ...problems.map(({ column, message }) =>
      finding(
        'spf-syntax',
        'bad',
        domain,
        `Column ${column}: ${message}.`,
        `Correct the term at column ${column} of the record.`,
      ),
    ),
    ...longFinding(domain, octets ?? 0, allTextOctets),
  ];
}

/** All TXT records of the name share one answer (RFC 7208 section 3.4). */
function longFinding(domain: string, octets: number, allTextOctets: number | null): MailFinding[] {
  const all = Math.max(octets, allTextOctets ?? 0);
  if (all <= LONG) return [];
  const evidence =
    all === octets
      ? `The record has ${octets} octets.`
      : `The TXT records of ${domain} have ${all} octets together, the SPF record ${octets} of them.`;
  const fix =
    octets > LONG
      ? 'Move groups of addresses into separate records, and include those.'
      : 'Remove TXT records that nobody needs any more, such as old proofs of ownership.';
  return [finding('spf-long', 'note', domain, evidence, fix)];
}

function limitFindings(domain: string, spf: Spf): MailFinding[] {
  const { lookups, voidLookups, isLookupsExact } = spf;
  const atLeast = isLookupsExact ? '' : 'at least ';
  const found: MailFinding[] = [];
  if (lookups > MAX_LOOKUPS) {
    const stop = spf.terms.find(({ isBeyond }) => isBeyond);
    const where = stop === undefined ? '' : ` Receivers stop at ${quoted(stop.text)} of ${stop.domain}.`;
    found.push(
      finding(
        'spf-over-ten-lookups',
        'bad',
        domain,
        `The record needs ${atLeast}${lookups} DNS lookups.${where}`,
        flattenText(spf),
      ),
    );
  } else if (!isLookupsExact) {
    const evidence = `At least ${counted(lookups, 'DNS lookup')}; part of the record tree could not be read.`;
    found.push(finding('spf-count-unknown', 'unknown', domain, evidence, 'Check the terms marked in the tree.'));
  } else if (lookups >= NEAR) {
    found.push(
      finding(
        'spf-near-ten-lookups',
        'note',
        domain,
        `The record needs ${lookups} DNS lookups.`,
        'Remove services that you no longer use.',
      ),
    );
  }
  if (voidLookups > MAX_VOID) {
    const terms = spf.terms.filter(({ isVoid }) => isVoid).map(({ text }) => text);
    found.push(
      finding(
        'spf-void-lookups',
        'bad',
        domain,
        `${voidLookups} DNS lookups find no record: ${listed(terms)}.`,
        'Remove these terms.',
      ),
    );
  }
  return found;
}

/** The fewest terms of the domain's own record to replace with addresses, largest first. */
function flattenText({ terms, lookups }: Spf): string {
  const own = terms
    .filter(({ depth, lookupsHere, kind }) => depth === 0 && lookupsHere > 0 && kind !== 'exists' && kind !== 'ptr')
    .toSorted((a, b) => b.lookupsBelow - a.lookupsBelow);
  const chosen: Term[] = [];
  let left = lookups;
  for (const term of own) {
    if (left <= MAX_LOOKUPS) break;
    chosen.push(term);
    left -= 1 + term.lookupsBelow;
  }
  if (left > MAX_LOOKUPS) return 'Remove services that you no longer use.';
  const networks = [...new Set(chosen.flatMap((term) => networksBelow(terms, term)))];
  const values = networks.map((one) => `${one.includes(':') ? 'ip6' : 'ip4'}:${one}`);
  return `Remove what you no longer use, or replace ${listed(chosen.map(({ text }) => text))} with the addresses behind ${chosen.length === 1 ? 'it' : 'them'}: ${listed(values, 12)}. These addresses may change: update the copy when they do.`;
}

function networksBelow(terms: readonly Term[], term: Term): readonly string[] {
  const start = terms.indexOf(term);
  const next = terms.findIndex(({ depth }, index) => index > start && depth <= term.depth);
  return terms.slice(start, next === -1 ? terms.length : next).flatMap(({ addresses }) => addresses);
}

const broken: Readonly<Record<string, string>> = {
  'no-record': 'has no SPF record',
  'no-such-name': 'does not exist',
  'several-records': 'has several SPF records',
};

const termFindings = ({ terms }: Spf): MailFinding[] => [...terms.flatMap(termFinding), ...idleFinding(terms)];

/** What is wrong with one term, anywhere in the tree. */
function termFinding({ domain, depth, column, text, kind, target, problem, ignored }: Term): MailFinding[] {
  const term = quoted(text);
  const remove = `Remove ${term} from the record of ${domain}`;
  const what = problem === null ? undefined : broken[problem];
  if ((kind === 'include' || kind === 'redirect') && what !== undefined) {
    const evidence = `${quoted(target ?? text)} ${what}, but the record of ${domain} refers to it.`;
    return [finding('spf-include-broken', 'bad', term, evidence, `${remove}, or correct it.`)];
  }
  if (depth > 0 && problem === 'syntax') {
    const evidence = `${term} at column ${column} of the record of ${domain} is not valid.`;
    return [finding('spf-include-broken', 'bad', domain, evidence, `Ask the owner of ${domain} to correct it.`)];
  }
  if (problem === 'too-many-mx') {
    const evidence = `${quoted(target ?? domain)} has more than ten MX records, and ${term} of ${domain} refers to them.`;
    const fix = `Replace ${term} in the record of ${domain} with the addresses of the servers that send mail.`;
    return [finding('spf-many-mx', 'bad', term, evidence, fix)];
  }
  if (problem === 'loop')
    return [finding('spf-loop', 'bad', term, `${term} of ${domain} refers back to a record above it.`, `${remove}.`)];
  if (kind !== 'ptr' || ignored !== null) return [];
  const evidence = `${term} is in the record of ${domain}.`;
  return [finding('spf-ptr', 'warn', domain, evidence, 'List the addresses with ip4 and ip6.')];
}

function idleFinding(terms: readonly Term[]): MailFinding[] {
  const idle = terms.filter(
    ({ depth, ignored }) => depth === 0 && (ignored === 'after-all' || ignored === 'redirect-beside-all'),
  );
  const [first] = idle;
  if (first === undefined) return [];
  const evidence = `These terms have no effect: ${listed(idle.map(({ text }) => text))}.`;
  const fix = 'Move these terms before all, or remove them.';
  return [finding('spf-ignored-terms', 'warn', first.domain, evidence, fix)];
}

/** The addresses that pass, and the result for all others. */
function openFindings(domain: string, { all, allowed, permanentError }: Spf): MailFinding[] {
  const extent = allowed === null ? 'few' : extentOf(countsOf(allowed));
  const fix = 'End the record with -all, or with ~all while you are still testing.';
  if (allowed !== null && extent !== 'few') {
    const networks = `${listed(allowed.networks)} ${allowed.networks.length === 1 ? 'passes' : 'pass'}: ${amountText(allowed)}`;
    const except = allowed.unknown.length === 0 ? '' : `, apart from what ${listed(allowed.unknown)} may change`;
    if (extent === 'all') {
      const narrow = 'List only the servers that send mail for the domain, and end the record with -all or ~all.';
      return [finding('spf-passes-all', 'bad', domain, `${networks}${except}.`, narrow)];
    }
    const narrow = `Replace the largest networks (${listed(allowed.networks, 3)}) with the addresses of the servers that send mail for the domain.`;
    return [finding('spf-wide', extent === 'most' ? 'bad' : 'warn', domain, `${networks}${except}.`, narrow)];
  }
  // Behind an error that every other sender gets first, the end of the record says nothing yet.
  if (all === 'pass' && (allowed === null || permanentError !== null))
    return [finding('spf-passes-all', 'bad', domain, 'The record ends by allowing every other sender.', fix)];
  if (all === 'neutral')
    return [finding('spf-neutral', 'warn', domain, 'The result for all other senders is neutral.', fix)];
  return [];
}

function senderFindings(domain: string, { result, resultTerm }: Spf): MailFinding[] {
  if (result === null) return [];
  const by = resultTerm === null ? '' : `, by ${quoted(resultTerm)}`;
  const evidence = `The SPF result for the given address is ${result}${by}.`;
  if (result === 'pass') return [finding('spf-sender-allowed', 'good', domain, evidence, null)];
  const state = result === 'temperror' ? 'unknown' : result === 'fail' || result === 'permerror' ? 'bad' : 'warn';
  return [
    finding(
      'spf-sender-not-allowed',
      state,
      domain,
      evidence,
      'If the server is yours, add its address to the record.',
    ),
  ];
}
