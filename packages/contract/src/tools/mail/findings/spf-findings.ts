import { listed, quoted } from '../../../finding/wording.ts';
import { counted } from '../../../text/counted.ts';
import { finding, type MailAnswer, type MailFinding } from './subject.ts';

type Spf = NonNullable<MailAnswer['spf']>;
type Term = Spf['terms'][number];

const MAX_LOOKUPS = 10;
const MAX_VOID = 2;
const NEAR = 9;
const LONG = 450;

/** SPF: the record, the records it includes, and the result for a sender. */
export function spfFindings({ domain, spf }: MailAnswer): MailFinding[] {
  if (spf === null) return [];
  if (spf.records.length > 1) {
    const evidence = `${domain} has ${spf.records.length} SPF records.`;
    return [
      finding('spf-several', 'bad', domain, evidence, 'Merge them into one record with a single all at its end.'),
      ...senderFindings(domain, spf),
    ];
  }
  if (spf.record === null) {
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
    ...allFindings(domain, spf),
  ];
  const isSound = found.every(({ state }) => state === 'note');
  const evidence = `${counted(spf.lookups, 'DNS lookup')} of at most ten, ${counted(spf.recordsRead, 'record')} read.`;
  return [
    ...found,
    ...(isSound ? [finding('spf-sound', 'good', domain, evidence, null)] : []),
    ...senderFindings(domain, spf),
  ];
}

function textFindings(domain: string, { problems, octets }: Spf): MailFinding[] {
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
    ...(octets > LONG
      ? [
          finding(
            'spf-long',
            'note',
            domain,
            `The record has ${octets} octets.`,
            'Move groups of addresses into separate records, and include those.',
          ),
        ]
      : []),
  ];
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

function termFindings({ terms }: Spf): MailFinding[] {
  const found: MailFinding[] = [];
  for (const term of terms) {
    const { domain, text, kind, target, problem, ignored } = term;
    const leadsOn = kind === 'include' || kind === 'redirect';
    const what = problem === null ? undefined : broken[problem];
    if (leadsOn && what !== undefined) {
      const evidence = `${quoted(target ?? text)} ${what}, but the record of ${domain} refers to it.`;
      found.push(
        finding(
          'spf-include-broken',
          'bad',
          quoted(text),
          evidence,
          `Remove ${quoted(text)} from the record of ${domain}, or correct it.`,
        ),
      );
    }
    if (term.depth > 0 && problem === 'syntax') {
      const evidence = `${quoted(text)} at column ${term.column} of the record of ${domain} is not valid.`;
      found.push(finding('spf-include-broken', 'bad', domain, evidence, `Ask the owner of ${domain} to correct it.`));
    }
    if (problem === 'loop') {
      found.push(
        finding(
          'spf-loop',
          'bad',
          quoted(text),
          `${quoted(text)} of ${domain} refers back to a record above it.`,
          `Remove ${quoted(text)} from the record of ${domain}.`,
        ),
      );
    }
    if (kind === 'ptr' && ignored === null) {
      found.push(
        finding(
          'spf-ptr',
          'warn',
          domain,
          `${quoted(text)} is in the record of ${domain}.`,
          'List the addresses with ip4 and ip6.',
        ),
      );
    }
  }
  const idle = terms.filter(
    ({ depth, ignored }) => depth === 0 && (ignored === 'after-all' || ignored === 'redirect-beside-all'),
  );
  if (idle.length > 0) {
    const evidence = `These terms have no effect: ${listed(idle.map(({ text }) => text))}.`;
    found.push(
      finding(
        'spf-ignored-terms',
        'warn',
        idle[0]?.domain ?? '',
        evidence,
        'Move these terms before all, or remove them.',
      ),
    );
  }
  return found;
}

function allFindings(domain: string, { all, record }: Spf): MailFinding[] {
  const fix = 'End the record with -all, or with ~all while you are still testing.';
  if (all === 'pass')
    return [finding('spf-passes-all', 'bad', domain, `The record allows every sender: ${quoted(record ?? '')}`, fix)];
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
