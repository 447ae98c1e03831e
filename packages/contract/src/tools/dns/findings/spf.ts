import { listed, quoted } from '../../../finding/wording.ts';
import { amountText } from '../../../mail/spf-amount.ts';
import { networksOf } from '../../../mail-text/address-set.ts';
import { countedTerms, MAX_LOOKUPS, type PlacedTerm, termsInOrder } from '../../../mail-text/spf-order.ts';
import { type SpfNode, spfPasses } from '../../../mail-text/spf-passes.ts';
import { isSpfRecord, parseSpf, type SpfRecord, type Term } from '../../../mail-text/spf-record.ts';
import { extentOf, passingCounts } from '../../../mail-text/spf-share.ts';
import { counted } from '../../../text/counted.ts';
import { joinedText } from './text-records.ts';
import type { DnsFinding, DnsView } from './view.ts';

const MAX_NETWORKS = 5;

/**
 * The SPF record of the name, judged without querying what it includes. A missing record is reported only where mail is
 * expected or a zone begins: other hosts need none.
 */
export function spfFindings({ end, isApex, domain, rowsAt }: DnsView): DnsFinding[] {
  const texts = rowsAt(end, 'TXT');
  if (texts === null) return [];
  const records = texts.map(({ fields }) => joinedText(fields[0] ?? '')).filter(isSpfRecord);
  const [record] = records;
  if (record === undefined) {
    const exchanges = rowsAt(end, 'MX');
    if (exchanges === null) return [];
    return exchanges.length > 0 || (isApex && end === domain) ? [missing(end, exchanges.length > 0)] : [];
  }
  if (records.length > 1) {
    const evidence = `${end} has ${records.length} SPF records, which receivers treat as a permanent error.`;
    return [{ code: 'spf-several', state: 'bad', about: end, evidence, fix: 'Merge them into one TXT record.' }];
  }
  return judged(end, parseSpf(record));
}

function missing(about: string, takesMail: boolean): DnsFinding {
  const evidence = `No TXT record of ${about} begins with v=spf1. `;
  return takesMail
    ? {
        code: 'spf-missing',
        state: 'warn',
        about,
        evidence: `${evidence}The name has MX records.`,
        fix: `Add one at ${about}, for example "v=spf1 mx -all", that covers every server that sends its mail.`,
      }
    : {
        code: 'spf-missing',
        state: 'note',
        about,
        evidence: `${evidence}The name has no MX records either.`,
        fix: `If ${about} sends no mail, add "v=spf1 -all".`,
      };
}

function judged(about: string, record: SpfRecord): DnsFinding[] {
  if (record.problems.length > 0) return record.problems.map(({ column, message }) => syntax(about, column, message));
  const read = termsInOrder(record).filter(({ ignored }) => ignored === null);
  const found = [...lookupFindings(about, read), ...openFindings(about, record, read)];
  if (found.length > 0) return found;
  const last = read.at(-1)?.term.name === 'redirect' ? 'a redirect' : allOf(read)?.text;
  const evidence = `${about} has one SPF record, which ends with ${last}.`;
  return [{ code: 'spf-published', state: 'good', about, evidence, fix: null }];
}

function syntax(about: string, column: number, message: string): DnsFinding {
  const evidence = `Column ${column} of the SPF record of ${about}: ${message}.`;
  return { code: 'spf-syntax', state: 'bad', about, evidence, fix: `Correct the term at column ${column}.` };
}

const allOf = (read: readonly PlacedTerm[]) =>
  read.map(({ term }) => term).find((term) => term.type === 'mechanism' && term.name === 'all');
const needsLookup = ({ term }: PlacedTerm) => countedTerms.has(term.name);

function lookupFindings(about: string, read: readonly PlacedTerm[]): DnsFinding[] {
  const lookups = read.filter(needsLookup).length;
  if (lookups <= MAX_LOOKUPS) return [];
  const evidence = `The SPF record of ${about} alone needs ${counted(lookups, 'DNS lookup')}; ${MAX_LOOKUPS} are allowed, including those of included records.`;
  const fix = 'Replace terms with the addresses behind them, or remove services that you no longer use.';
  return [{ code: 'spf-too-many-lookups', state: 'bad', about, evidence, fix }];
}

/** The addresses that the record itself lets pass, and what it says about all others. */
function openFindings(about: string, record: SpfRecord, read: readonly PlacedTerm[]): DnsFinding[] {
  const passes = spfPasses(unread(about, record))?.passes;
  const counts = passes === undefined ? null : passingCounts(passes);
  const extent = counts === null ? 'few' : extentOf(counts);
  if (passes !== undefined && counts !== null && extent !== 'few') {
    const networks = networksOf(passes, MAX_NETWORKS);
    const evidence = `The SPF record of ${about} lets ${listed(networks)} pass: ${amountText(counts)}.`;
    const fix = 'List only the servers that send mail for the domain, and end the record with -all or ~all.';
    if (extent === 'all') return [{ code: 'spf-passes-all', state: 'bad', about, evidence, fix }];
    return [{ code: 'spf-wide', state: extent === 'most' ? 'bad' : 'warn', about, evidence, fix }];
  }
  const all = allOf(read);
  const isNeutral = all === undefined ? read.at(-1)?.term.name !== 'redirect' : isWith(all, '?');
  if (!isNeutral && !(all !== undefined && isWith(all, '+'))) return [];
  const why = all === undefined ? 'has no term for other servers' : `ends with ${quoted(all.text)}`;
  if (!isNeutral) {
    const evidence = `The SPF record of ${about} ${why}: every server in the world may send its mail.`;
    return [{ code: 'spf-passes-all', state: 'bad', about, evidence, fix: 'Replace it with -all or ~all.' }];
  }
  const evidence = `The SPF record of ${about} ${why}, so the result for servers that it does not list is neutral.`;
  return [{ code: 'spf-neutral', state: 'warn', about, evidence, fix: 'End the record with -all or ~all.' }];
}

const isWith = (term: Term, qualifier: string) => term.type === 'mechanism' && term.qualifier === qualifier;

/** The record as a tree of which nothing has been looked up. */
function unread(domain: string, record: SpfRecord): SpfNode {
  const terms = termsInOrder(record).map((placed) => {
    const { term, ignored } = placed;
    const addresses = term.type === 'mechanism' && term.address !== null ? [`${term.address}/${bitsOf(term)}`] : [];
    const countsHere = ignored === null && needsLookup(placed);
    const problem = countsHere ? 'not-asked' : null;
    return { term, ignored, countsHere: false, isVoid: false, below: null, target: null, addresses, problem };
  });
  return { domain, record, problem: null, terms };
}

const bitsOf = (term: Term & { readonly type: 'mechanism' }) => (term.name === 'ip4' ? term.bits4 : term.bits6);
