import { listed } from '../../../finding/wording.ts';
import type { DnsFinding, DnsView } from './view.ts';

/** IANA registry "Certification Authority Restriction Properties". */
const registered: ReadonlySet<string> = new Set([
  'issue',
  'issuewild',
  'iodef',
  'contactemail',
  'contactphone',
  'issuemail',
  'issuevmc',
]);
const CRITICAL = 128;

/**
 * Who may issue certificates. The nearest name upwards that has CAA records decides alone (RFC 8659 section 3): below the top of
 * a zone, an empty answer says nothing, since the names above were not queried.
 */
export function caaFindings({ domain, isApex, rowsAt }: DnsView): DnsFinding[] {
  const own = rowsAt(domain, 'CAA');
  if (own === null || (own.length === 0 && !isApex)) return [];
  const properties = own.map(({ fields: [flags = '', tag = '', value = ''] }) => {
    return { isCritical: (Number(flags) & CRITICAL) !== 0, tag: tag.toLowerCase(), value };
  });
  const about = domain;
  const unknown = properties.filter(({ isCritical, tag }) => isCritical && !registered.has(tag));
  if (unknown.length > 0) {
    const evidence = `CAA records with the critical flag and an unregistered property: ${listed(unknown.map(({ tag }) => tag))}.`;
    const fix = 'Correct the name of the property, or clear the critical flag (128).';
    return [{ code: 'caa-not-understood', state: 'warn', about, evidence, fix }];
  }
  const words = (tags: readonly string[]) =>
    properties.flatMap(({ tag, value }) => (tags.includes(tag) ? `${tag} ${value}` : []));
  if (words(['issue']).length > 0) {
    const evidence = `CAA: ${listed(words(['issue', 'issuewild']))}.`;
    return [{ code: 'caa-published', state: 'good', about, evidence, fix: null }];
  }
  const wildcards = words(['issuewild']);
  if (wildcards.length > 0) {
    const evidence = `CAA: ${listed(wildcards)}, and no issue property.`;
    const fix = `Add a record for all other names, for example: ${domain}. CAA 0 issue "letsencrypt.org"`;
    return [{ code: 'caa-wildcards-only', state: 'note', about, evidence, fix }];
  }
  const evidence =
    own.length === 0
      ? `${domain} has no CAA records: unless a parent domain has CAA records, any certificate authority may issue for it.`
      : `${domain} has CAA records without an issue property: any certificate authority may issue for it, whatever the CAA records of its parent domains say.`;
  const fix = `Add a record for your certificate authority, for example: ${domain}. CAA 0 issue "letsencrypt.org"`;
  return [{ code: 'caa-missing', state: 'note', about, evidence, fix }];
}
