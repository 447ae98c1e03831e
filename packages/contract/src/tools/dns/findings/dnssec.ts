import { listed } from '../../../finding/wording.ts';
import type { DnsFinding, DnsView } from './view.ts';

/** What the resolver said about the signatures, and the reason as far as the records show it. */
export function dnssecFindings(view: DnsView): DnsFinding[] {
  const { answer, domain, rows } = view;
  if (answer.validationFailed) {
    const evidence = `The resolver ${answer.resolver} rejected records of ${domain} as bogus, also when asked again. They were read with checking disabled.`;
    const fix =
      'Find out with the delegation check what is broken. Then sign the zone again, or correct the DS records.';
    return [{ code: 'dnssec-failed', state: 'bad', about: domain, evidence, fix }];
  }
  if (answer.authenticated) {
    const evidence = `The resolver ${answer.resolver} reports that it validated every record.`;
    return [{ code: 'dnssec-validated', state: 'good', about: domain, evidence, fix: null }];
  }
  if (rows.length === 0) return [];
  const unkeyed = withoutKeys(view);
  return unkeyed === null ? bySignatures(view) : [unkeyed];
}

/** The parent promises signatures (RFC 4035 section 5), but the zone has no keys. */
function withoutKeys({ domain, rowsAt, rows }: DnsView): DnsFinding | null {
  const ds = rowsAt(domain, 'DS') ?? [];
  const keys = rowsAt(domain, 'DNSKEY');
  const isAlias = rows.some(({ type, name }) => type === 'CNAME' && name === domain);
  if (ds.length === 0 || keys === null || keys.length > 0 || isAlias) return null;
  const tags = listed(ds.map(({ fields }) => fields[0] ?? ''));
  const evidence = `The parent zone has DS records (key tag ${tags}), but ${domain} has no DNSKEY records.`;
  const fix = 'Sign the zone with the keys that the DS records name, or remove the DS records at the registrar.';
  return { code: 'dnssec-without-keys', state: 'bad', about: domain, evidence, fix };
}

function bySignatures(view: DnsView): DnsFinding[] {
  const { answer, domain, rows } = view;
  // A CNAME synthesised from a DNAME has no signature of its own (RFC 6672 section 5.3.1).
  const isSynthesized = rows.some(({ type }) => type === 'DNAME');
  const covered = new Set(rows.flatMap(({ type, name, fields }) => (type === 'RRSIG' ? `${name} ${fields[0]}` : [])));
  const sets = rows.filter(
    ({ type, name }) => type !== 'RRSIG' && !(type === 'DS' && name === domain) && !(isSynthesized && type === 'CNAME'),
  );
  const isSigned = ({ type, name }: (typeof sets)[number]) => covered.has(`${name} ${type}`);
  const unsigned = [...new Set(sets.flatMap((row) => (isSigned(row) ? [] : `${row.name} ${row.type}`)))];
  if (!sets.some(isSigned)) return withoutSignatures(view);
  if (unsigned.length > 0) {
    const evidence = `No signature for ${listed(unsigned)}.`;
    return [{ code: 'dnssec-partly-signed', state: 'note', about: domain, evidence, fix: null }];
  }
  // Resolvers validate, authoritative servers do not (RFC 4035 section 3.1).
  if (answer.server?.authoritative === true) return [];
  const evidence = `The records are signed, but the resolver ${answer.resolver} did not report all of them as validated: it does not validate, or no DS record leads to the keys.`;
  const fix = 'Query a validating resolver, and make sure that the registrar has published the DS record.';
  return [{ code: 'dnssec-not-validated', state: 'unknown', about: domain, evidence, fix }];
}

/**
 * Resolvers and routers may leave the signatures out. Only that the parent has no DS record makes the zone unsigned (RFC 4035
 * section 4.3), and only the top of a zone has one.
 */
function withoutSignatures({ answer, domain, rowsAt, isApex }: DnsView): DnsFinding[] {
  const ds = rowsAt(domain, 'DS');
  if ((isApex && ds?.length === 0) || (answer.server?.authoritative === true && ds?.length !== 0)) {
    const without = isApex && ds?.length === 0 ? ', and its parent has no DS record for it' : '';
    const evidence = `The records of ${domain} have no signatures${without}.`;
    const fix = 'Have your DNS provider sign the zone, then add its DS record at the registrar.';
    return [{ code: 'dnssec-unsigned', state: 'note', about: domain, evidence, fix }];
  }
  // Somebody who asks for certain types only does not ask whether the zone is signed.
  if (ds === null && answer.types !== null) return [];
  const isPromised = ds !== null && ds.length > 0;
  const tags = listed((ds ?? []).map(({ fields }) => fields[0] ?? ''));
  const evidence = isPromised
    ? `The parent zone has DS records (key tag ${tags}), so ${domain} should be signed, but the resolver ${answer.resolver} sent no signatures.`
    : `The resolver ${answer.resolver} sent no signatures for the records of ${domain}: the zone is not signed, or the resolver leaves them out.`;
  const fix = 'Check the delegation, which asks the name servers themselves.';
  return [{ code: 'dnssec-not-sent', state: 'unknown', about: domain, evidence, fix }];
}
