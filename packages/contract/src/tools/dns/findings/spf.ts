import { counted } from '../../../text/counted.ts';
import { joinedText } from './text-records.ts';
import type { DnsFinding, DnsView } from './view.ts';

/** RFC 7208 section 4.6.4. */
const MAX_LOOKUPS = 10;
/** The terms whose evaluation takes a DNS query. */
const LOOKUP = /^(?:[+\-~?]?(?:include:|a(?=$|[:/])|mx(?=$|[:/])|ptr(?=$|:)|exists:)|redirect=)/i;
const ALL = /^([+\-~?]?)all$/i;

/**
 * The SPF record of the name, judged without querying what it includes. A missing record is reported only where mail is
 * expected or a zone begins: other hosts need none.
 */
export function spfFindings({ end, isApex, domain, rowsAt }: DnsView): DnsFinding[] {
  const texts = rowsAt(end, 'TXT');
  if (texts === null) return [];
  const records = texts.map(({ fields }) => joinedText(fields[0] ?? '')).filter((text) => /^v=spf1(?: |$)/i.test(text));
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
  return judged(end, record);
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

function judged(about: string, record: string): DnsFinding[] {
  const terms = record.split(/ +/).slice(1);
  const end = terms.findIndex((term) => ALL.test(term));
  // Terms after `all` are never evaluated (RFC 7208 section 5.1), and `all` makes a redirect ignored, too.
  const read = end === -1 ? terms : terms.slice(0, end + 1);
  const all = end === -1 ? null : (ALL.exec(terms[end] ?? '')?.[1] ?? '');
  const hasRedirect = end === -1 && read.some((term) => /^redirect=/i.test(term));
  const lookups = read.filter((term) => LOOKUP.test(term)).length;
  const found: DnsFinding[] = [];
  if (lookups > MAX_LOOKUPS) {
    const evidence = `The SPF record of ${about} alone needs ${counted(lookups, 'DNS lookup')}; ${MAX_LOOKUPS} are allowed, including those of included records.`;
    const fix = 'Replace terms with the addresses behind them, or remove services that you no longer use.';
    found.push({ code: 'spf-too-many-lookups', state: 'bad', about, evidence, fix });
  }
  if (all === '' || all === '+') {
    const evidence = `The SPF record of ${about} ends with ${terms[end]}: every server in the world may send its mail.`;
    found.push({ code: 'spf-passes-all', state: 'bad', about, evidence, fix: 'Replace it with -all or ~all.' });
  } else if (all === '?' || (all === null && !hasRedirect)) {
    const why = all === '?' ? 'ends with ?all' : 'has no term for other servers';
    const evidence = `The SPF record of ${about} ${why}, so the result for servers that it does not list is neutral.`;
    found.push({ code: 'spf-neutral', state: 'warn', about, evidence, fix: 'End the record with -all or ~all.' });
  }
  if (found.length > 0) return found;
  const evidence = `${about} has one SPF record, which ends with ${hasRedirect ? 'a redirect' : terms[end]}.`;
  return [{ code: 'spf-published', state: 'good', about, evidence, fix: null }];
}
