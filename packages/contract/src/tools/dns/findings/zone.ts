import { privateUseOf } from '../../../finding/names/private-address.ts';
import { isReservedName } from '../../../finding/names/private-names.ts';
import { listed } from '../../../finding/wording.ts';
import { counted } from '../../../text/counted.ts';
import { caaFindings } from './caa.ts';
import type { DnsFinding, DnsRow, DnsView } from './view.ts';

/** What a zone says about itself: name servers, TTLs, addresses, who may issue certificates. */
export function zoneFindings(view: DnsView): DnsFinding[] {
  return [...serverFindings(view), ...ttlFindings(view), ...addressFindings(view), ...caaFindings(view)];
}

function serverFindings({ domain, rowsAt }: DnsView): DnsFinding[] {
  const names = [...new Set((rowsAt(domain, 'NS') ?? []).map(({ fields }) => fields[0]?.toLowerCase() ?? ''))];
  const [only] = names;
  if (only === undefined) return [];
  if (names.length > 1) {
    const evidence = `${counted(names.length, 'name server')}: ${listed(names, 13)}.`;
    return [{ code: 'name-servers-several', state: 'good', about: domain, evidence, fix: null }];
  }
  const evidence = `The only name server is ${only}.`;
  const fix = `Add a second name server in another network, both in the zone and at the registrar of ${domain}.`;
  return [{ code: 'name-server-single', state: 'warn', about: domain, evidence, fix }];
}

const WEEK_SECONDS = 604_800;
/** Types whose TTLs follow from other records, or are 0 with common software. */
const withoutOwnTtl: ReadonlySet<string> = new Set(['RRSIG', 'NSEC', 'NSEC3', 'NSEC3PARAM', 'DS']);

function ttlFindings({ rows, domain }: DnsView): DnsFinding[] {
  // A CNAME synthesised from a DNAME has no entry in the zone; older servers give it a TTL of 0 (RFC 6672 section 3.1).
  const isSynthesized = rows.some(({ type }) => type === 'DNAME');
  const own = rows.filter(({ type }) => !withoutOwnTtl.has(type) && !(isSynthesized && type === 'CNAME'));
  if (own.length === 0) return [];
  const zero = own.filter(({ ttlSeconds }) => ttlSeconds === 0);
  const long = own.filter(({ ttlSeconds }) => ttlSeconds > WEEK_SECONDS);
  const findings: DnsFinding[] = [];
  if (zero.length > 0) {
    const evidence = `The TTL is 0 for ${namesOf(zero)}. A cached record may also show 0 in its last second.`;
    const fix = 'Set a TTL of a few minutes, unless the record must never be cached.';
    findings.push({ code: 'ttl-zero', state: 'note', about: zero[0]?.name ?? domain, evidence, fix });
  }
  if (long.length > 0) {
    const longest = Math.max(...long.slice(0, 1000).map(({ ttlSeconds }) => ttlSeconds));
    const evidence = `The TTL is more than a week for ${namesOf(long)}: up to ${longest} seconds.`;
    const fix = 'Set a TTL of a day or less, so that changes take effect soon.';
    findings.push({ code: 'ttl-long', state: 'note', about: long[0]?.name ?? domain, evidence, fix });
  }
  if (findings.length > 0) return findings;
  const evidence = `${counted(own.length, 'record')}: no TTL is 0 or more than a week.`;
  return [{ code: 'ttl-usual', state: 'good', about: domain, evidence, fix: null }];
}

const namesOf = (rows: readonly DnsRow[]) => listed([...new Set(rows.map(({ name, type }) => `${name} ${type}`))]);

/** Names that public DNS does not have may lead to private addresses. */
function addressFindings({ rows }: DnsView): DnsFinding[] {
  const found = rows
    .filter(({ type, name }) => (type === 'A' || type === 'AAAA') && !isReservedName(name))
    .flatMap(({ name, fields: [address = ''] }) => {
      const use = privateUseOf(address);
      return use === null ? [] : [{ name, text: `${address} (${use})` }];
    });
  const [first] = found;
  if (first === undefined) return [];
  const evidence = `${first.name} has ${listed(found.map(({ text }) => text))}.`;
  const fix = `Remove ${found.length === 1 ? 'this address' : 'these addresses'} from the public zone.`;
  return [{ code: 'private-address', state: 'warn', about: first.name, evidence, fix }];
}
