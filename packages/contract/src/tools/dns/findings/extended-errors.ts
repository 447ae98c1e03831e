import { aboutFilters, aboutStaleness, type ExtendedError, extendedErrorWords } from '../../../dns/extended-errors.ts';
import { listed, quoted } from '../../../finding/wording.ts';
import type { DnsFinding, DnsView } from './view.ts';

/** INFO-CODEs (RFC 8914 section 4) by subject. */
const aboutSignatures: ReadonlySet<number> = new Set([1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 25, 27]);
const aboutServers: ReadonlySet<number> = new Set([13, 22, 23, 24]);
/** The resolver itself, or the query: sections 4.15, 4.19, 4.21 and 4.22; RFC 9250 section 4.5 for code 26. */
const aboutResolver: ReadonlySet<number> = new Set([14, 18, 20, 21, 26]);
/** At most this many sentences: hostile servers may send hundreds of different codes. */
const MAX_CODES = 4;

/** What the resolver added to the records: why it refused or changed them, or had only stale ones. */
export function extendedErrorFindings(view: DnsView): DnsFinding[] {
  return [
    ...signatureFindings(view),
    ...serverFindings(view),
    ...resolverFindings(view),
    ...filterFindings(view),
    ...staleFindings(view),
  ];
}

function signatureFindings(view: DnsView): DnsFinding[] {
  const { answer, domain } = view;
  const errors = errorsOf(view, aboutSignatures);
  if (errors.length === 0) return [];
  const isRefused = answer.validationFailed || hasGap(view, errors);
  const isBare = errors.every(({ text }) => text === null);
  if (isBare && isRefused) {
    const evidence = `${said(view, errors)} It sent only the code, without naming the server or key, as resolvers do for cached results.`;
    return [{ code: 'dnssec-reason-bare', state: 'unknown', about: domain, evidence, fix: delegationCheck(domain) }];
  }
  const fix = isRefused ? `${remedyOf(errors)} ${delegationCheck(domain)}` : null;
  const state = isRefused ? 'bad' : 'note';
  return [{ code: 'dnssec-reason', state, about: domain, evidence: said(view, errors), fix }];
}

/** The first match, since one problem often causes several codes. */
function remedyOf(errors: readonly ExtendedError[]): string {
  const has = (...codes: number[]) => errors.some(({ code }) => codes.includes(code));
  if (has(7)) return 'Sign the zone again, and find out why it was not re-signed automatically.';
  if (has(8, 25)) return 'Correct the clock of the machine that signs, and sign the zone again.';
  if (has(9)) return 'Compare the DS records at the registrar with the keys of the zone.';
  if (has(10, 12)) return 'Make sure that every name server serves the signed zone.';
  return 'Compare the keys, the signatures and the DS records of the zone.';
}

function serverFindings(view: DnsView): DnsFinding[] {
  const errors = errorsOf(view, aboutServers);
  if (errors.length === 0) return [];
  const { domain } = view;
  const isMissing = hasGap(view, errors);
  const fix = `Make sure that every name server of the zone answers. ${delegationCheck(domain)}`;
  return [
    { code: 'servers-reason', state: isMissing ? 'bad' : 'note', about: domain, evidence: said(view, errors), fix },
  ];
}

function resolverFindings(view: DnsView): DnsFinding[] {
  const errors = errorsOf(view, aboutResolver);
  if (errors.length === 0) return [];
  const state = hasGap(view, errors) ? 'unknown' : 'note';
  const fix = 'Query another resolver, which serves you and supports the query.';
  return [{ code: 'resolver-declined', state, about: view.domain, evidence: said(view, errors), fix }];
}

function filterFindings(view: DnsView): DnsFinding[] {
  const errors = errorsOf(view, aboutFilters);
  if (errors.length === 0) return [];
  const fix =
    'Query a resolver that does not filter. If the name is blocked by mistake, tell the operator of this resolver.';
  return [{ code: 'answer-filtered', state: 'warn', about: view.domain, evidence: said(view, errors), fix }];
}

function staleFindings(view: DnsView): DnsFinding[] {
  const errors = errorsOf(view, aboutStaleness);
  if (errors.length === 0) return [];
  const fix = `Make sure that the name servers of the zone answer. ${delegationCheck(view.domain)}`;
  return [{ code: 'answer-stale', state: 'note', about: view.domain, evidence: said(view, errors), fix }];
}

function errorsOf({ answer }: DnsView, codes: ReadonlySet<number>): readonly ExtendedError[] {
  return answer.extendedErrors.filter(({ code }) => codes.has(code));
}

function hasGap({ answer }: DnsView, errors: readonly ExtendedError[]): boolean {
  return errors.some(({ recordName }) => answer.gaps.some(({ part }) => part === recordName));
}

/** One sentence for each code, with its record types and the text of the first error. */
function said({ answer }: DnsView, errors: readonly ExtendedError[]): string {
  const codes = [...new Set(errors.map(({ code }) => code))];
  const sentences = codes.slice(0, MAX_CODES).map((wanted) => {
    const same = errors.filter(({ code }) => code === wanted);
    const words = same.find(({ text }) => text !== null) ?? same[0];
    const types = listed([...new Set(same.map(({ recordName }) => recordName))]);
    return `${words === undefined ? '' : quoted(extendedErrorWords(words)).replace(/\.?$/, '')} (for ${types}).`;
  });
  return `The resolver ${answer.resolver ?? 'that was queried'} reports: ${sentences.join(' ')}`;
}

function delegationCheck(domain: string): string {
  return `The delegation check of ${domain} queries every server directly (sonde delegation ${domain}).`;
}
