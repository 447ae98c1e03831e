import type { DmarcPart } from '@sonde/contract';
import type { DmarcPolicy, DmarcRecord } from '@sonde/contract/mail-text/dmarc-record';
import { NetFailure } from '../../../net/net.ts';
import { registrableDomain } from '../../../protocols/public-suffix/registrable-domain.ts';
import type { MailDns } from '../dns.ts';
import { type DmarcAt, discoverDmarc } from './discover.ts';

type Report = DmarcPart['reports'][number];

/** Maximum number of report addresses whose authorization is checked. */
const MAX_REPORTS = 20;

/**
 * The policy for a name. The caller, who knows SPF and DKIM, fills in `canAlign`.
 * @throws NetFailure when it could not be determined
 */
export async function dmarcPart(dns: MailDns, domain: string): Promise<DmarcPart> {
  const [found, mx] = await Promise.all([discoverDmarc(dns, domain), dns.ask(domain, 'MX')]);
  if (mx.state === 'failed' && found.applies === null && found.own.texts.length === 0) {
    throw new NetFailure(mx.reason ?? 'servfail', domain);
  }
  const nameExists = mx.state === 'failed' ? null : mx.state !== 'nxdomain';
  const { applies, byList, organizationalDomain, asked } = found;
  const record = applies?.record ?? null;
  const { policy, tag } = policyFor(domain, applies, nameExists);
  return {
    record: applies?.texts[0] ?? null,
    domain: applies?.domain ?? null,
    policy,
    policyTag: tag,
    records: [...(applies ?? found.own).texts],
    discarded: found.discarded.map((one) => ({ domain: one.domain, records: [...one.texts] })),
    formerTags: [...(record?.formerTags ?? [])],
    nameExists,
    organizationalDomain,
    organizationalDomainByList: byList.domain,
    // RFC 7489 has no np.
    policyByList: policyFor(domain, byList.applies, true).policy,
    asked: [...asked],
    ...tagsOf(record),
    reports: applies === null || record === null ? [] : await reportsOf(dns, applies.domain, record),
    problems: (record?.problems ?? []).map(({ column, message }) => ({ column, message })),
    canAlign: null,
  };
}

function tagsOf(record: DmarcRecord | null) {
  return {
    subdomainPolicy: record === null ? null : (record.subdomainPolicy ?? record.policy),
    nonexistentPolicy: record === null ? null : (record.nonexistentPolicy ?? record.subdomainPolicy ?? record.policy),
    percent: record?.percent ?? null,
    isTesting: record?.isTesting ?? false,
    psd: record?.psd ?? null,
    alignmentSpf: record === null ? null : record.isStrictSpf ? 'strict' : 'relaxed',
    alignmentDkim: record === null ? null : record.isStrictDkim ? 'strict' : 'relaxed',
  };
}

function policyFor(
  domain: string,
  at: DmarcAt | null,
  nameExists: boolean | null,
): { readonly policy: DmarcPolicy | null; readonly tag: string | null } {
  const record = at?.record ?? null;
  if (record === null) return { policy: null, tag: null };
  if (at?.domain === domain) return { policy: record.policy, tag: 'p' };
  if (nameExists === false && record.nonexistentPolicy !== null) return { policy: record.nonexistentPolicy, tag: 'np' };
  if (record.subdomainPolicy !== null) return { policy: record.subdomainPolicy, tag: 'sp' };
  return { policy: record.policy, tag: 'p' };
}

async function reportsOf(dns: MailDns, domain: string, record: DmarcRecord): Promise<Report[]> {
  const all = [
    ...record.aggregate.map((uri) => ({ uri, kind: 'rua' as const })),
    ...record.failure.map((uri) => ({ uri, kind: 'ruf' as const })),
  ];
  return Promise.all(
    all.slice(0, MAX_REPORTS).map(async ({ uri, kind }) => {
      const target = domainOf(uri);
      const isExternal = target !== null && organisationOf(target) !== organisationOf(domain);
      const isAuthorized = isExternal ? await isPermitted(dns, domain, target) : target === null ? null : true;
      return { uri, kind, domain: target, isExternal, isAuthorized };
    }),
  );
}

const organisationOf = (name: string) => registrableDomain(name, { withCompanies: true }) ?? name;

function domainOf(uri: string): string | null {
  const [, domain] = /^mailto:[^@?]*@([^@?]+)/i.exec(uri) ?? [];
  return domain?.toLowerCase().replace(/\.$/, '') ?? null;
}

/** RFC 9990 section 4: the receiver of reports publishes a record for the domain. */
async function isPermitted(dns: MailDns, domain: string, target: string): Promise<boolean | null> {
  const { state, texts } = await dns.texts(`${domain}._report._dmarc.${target}`);
  return state === 'failed' ? null : texts.some((text) => /^v[ \t]*=[ \t]*DMARC1(?:[ \t]*;|[ \t]*$)/.test(text));
}
