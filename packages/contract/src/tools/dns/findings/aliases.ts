import { takeoverServiceOf } from '../../../finding/names/takeover-services.ts';
import { gapsInWords, listed } from '../../../finding/wording.ts';
import { counted } from '../../../text/counted.ts';
import type { DnsFinding, DnsView } from './view.ts';

/** Types allowed beside a CNAME record (RFC 1034 section 3.6.2, RFC 4035 section 2.5). */
const besideCname: ReadonlySet<string> = new Set(['CNAME', 'RRSIG', 'NSEC', 'KEY', 'SIG', 'NXT']);
/** Types that lead elsewhere, or belong to the alias itself. */
const noData: ReadonlySet<string> = new Set([...besideCname, 'DNAME']);

/** Whether the aliases lead to records, and whether they share their names with other records. */
export function aliasFindings(view: DnsView): DnsFinding[] {
  const aliases = view.rows.filter(({ type }) => type === 'CNAME');
  if (aliases.length === 0) return [];
  const owners = new Set(aliases.map(({ name }) => name));
  return [...besideFindings(view, owners), ...endFindings(view, aliases.length)];
}

function besideFindings({ rows }: DnsView, owners: ReadonlySet<string>): DnsFinding[] {
  return [...owners].flatMap((name): DnsFinding[] => {
    const types = [
      ...new Set(rows.flatMap((row) => (row.name === name && !besideCname.has(row.type) ? row.type : []))),
    ];
    if (types.length === 0) return [];
    const evidence = `${name} has a CNAME record and also records of type ${listed(types)}.`;
    const fix = `Keep either the CNAME record of ${name} or its other records. At a zone apex, use A and AAAA records, or your provider’s ALIAS records.`;
    return [{ code: 'alias-and-other-data', state: 'bad', about: name, evidence, fix }];
  });
}

/** An alias is dangling if there is no record at its end, of any type that was queried. */
function endFindings({ answer, domain, rows, end }: DnsView, count: number): DnsFinding[] {
  // These names need no addresses: a token may come and go (RFC 8555 section 8.4).
  const isServiceName = domain.split('.').some((label) => label.startsWith('_'));
  const hasData = rows.some(({ type, name }) => name === end && !noData.has(type));
  const way = `${domain} is an alias of ${end}${count > 1 ? `, after ${counted(count, 'CNAME record')}` : ''}`;
  if (hasData) {
    return [
      { code: 'alias-resolved', state: 'good', about: domain, evidence: `${way}, which has records.`, fix: null },
    ];
  }
  // Types that were not queried may exist.
  if (answer.types !== null) return [];
  if (answer.gaps.length > 0) {
    const evidence = `${way}. No records were found there, but not every query was answered. ${gapsInWords(answer.gaps)}`;
    return [{ code: 'alias-unknown', state: 'unknown', about: domain, evidence, fix: 'Look it up again later.' }];
  }
  const evidence = `${way}, which has no records of any type that was queried.`;
  const service = isServiceName ? null : takeoverServiceOf(end);
  if (service !== null) {
    return [
      {
        code: 'alias-open-to-takeover',
        state: 'bad',
        about: domain,
        evidence: `${evidence} Names there belong to customers of ${service.name} (${service.source}).`,
        fix: `Remove the CNAME record of ${domain}, or create the resource ${end} again.`,
      },
    ];
  }
  const fix = `Remove the CNAME record, or point it to a name that exists instead of ${end}.`;
  return [{ code: 'alias-dangling', state: isServiceName ? 'note' : 'bad', about: domain, evidence, fix }];
}
