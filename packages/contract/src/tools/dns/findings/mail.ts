import { listed } from '../../../finding/wording.ts';
import { isIpv4 } from '../../../targets/ipv4.ts';
import { isIpv6 } from '../../../targets/ipv6.ts';
import { dmarcFindings } from './dmarc.ts';
import { spfFindings } from './spf.ts';
import type { DnsFinding, DnsView } from './view.ts';

/** Mail at a glance: which servers accept it, and who may send it. */
export function mailFindings(view: DnsView): DnsFinding[] {
  return [...exchangeFindings(view), ...spfFindings(view), ...dmarcFindings(view)];
}

function exchangeFindings({ end, rows, rowsAt }: DnsView): DnsFinding[] {
  const hosts = (rowsAt(end, 'MX') ?? []).map(({ fields }) => (fields[1] ?? '').toLowerCase());
  if (hosts.length === 0) return [];
  if (hosts.includes('.')) return nullFindings(end, hosts);
  const addresses = hosts.filter((host) => isIpv4(host) || isIpv6(host));
  const owners = new Set(rows.flatMap(({ type, name }) => (type === 'CNAME' ? name : [])));
  const aliases = hosts.filter((host) => owners.has(host));
  const findings: DnsFinding[] = [];
  if (addresses.length > 0) {
    const evidence = `MX names ${listed(addresses)}, which is an address and not a host name.`;
    const fix = 'Give the mail server a host name with an address record, and use that name in the MX record.';
    findings.push({ code: 'mx-address', state: 'bad', about: end, evidence, fix });
  }
  if (aliases.length > 0) {
    const evidence = `MX names ${listed(aliases)}, which has a CNAME record.`;
    const fix = 'Put the name at the end of the alias in the MX record.';
    findings.push({ code: 'mx-alias', state: 'warn', about: end, evidence, fix });
  }
  if (findings.length > 0) return findings;
  const evidence = `Mail for ${end} goes to ${listed(hosts)}.`;
  return [{ code: 'mx-published', state: 'good', about: end, evidence, fix: null }];
}

function nullFindings(about: string, hosts: readonly string[]): DnsFinding[] {
  const others = hosts.filter((host) => host !== '.');
  if (others.length === 0) {
    const evidence = `The only MX record of ${about} is a null MX: the domain accepts no mail.`;
    return [{ code: 'mx-null', state: 'note', about, evidence, fix: null }];
  }
  const evidence = `A null MX says that ${about} accepts no mail, but other MX records name ${listed(others)}.`;
  const fix = 'Remove the null MX (a single dot) or all other MX records.';
  return [{ code: 'mx-null-and-others', state: 'bad', about, evidence, fix }];
}
