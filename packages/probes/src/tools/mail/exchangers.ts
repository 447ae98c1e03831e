import type { MailData, MailExchange } from '@sonde/contract';
import { parseAddress } from '../../net/guard/ip-address.ts';
import { type Net, NetFailure } from '../../net/net.ts';
import type { MailDns } from './dns.ts';

/** Maximum number of MX records considered; senders do not try more either. */
const MAX_EXCHANGERS = 20;

export type Exchangers = Pick<MailData, 'mx' | 'mxKind'>;

/**
 * Which servers receive the mail of a domain (RFC 5321 section 5.1, RFC 7505).
 * @throws NetFailure when the name servers give no answer
 */
export async function exchangersOf(dns: MailDns, net: Net, domain: string): Promise<Exchangers> {
  const looked = await dns.ask(domain, 'MX');
  if (looked.state === 'failed') throw new NetFailure(looked.reason ?? 'servfail', `${domain} MX`);
  const records = looked.records
    .map(({ fields: [preference, exchange = ''] }) => ({
      preference: Number(preference),
      exchange: exchange.toLowerCase(),
    }))
    .sort((a, b) => a.preference - b.preference || (a.exchange < b.exchange ? -1 : 1))
    .slice(0, MAX_EXCHANGERS);
  if (records.length === 0) return withoutRecord(dns, net, domain);
  if (records.length === 1 && records[0]?.exchange === '.') {
    return { mxKind: 'null', mx: records.map((record) => ({ ...record, addresses: [], problem: null })) };
  }
  return { mxKind: 'mx', mx: await Promise.all(records.map((record) => exchangeOf(dns, net, record))) };
}

async function withoutRecord(dns: MailDns, net: Net, domain: string): Promise<Exchangers> {
  const { state, addresses, reason } = await dns.addresses(domain);
  if (state === 'failed') throw new NetFailure(reason ?? 'servfail', `${domain} A`);
  if (state !== 'found') return { mxKind: 'none', mx: [] };
  const allowed = net.keepAllowed(addresses);
  const problem = allowed.size === 0 ? 'special-use' : null;
  return { mxKind: 'implicit', mx: [{ preference: 0, exchange: domain, addresses: [...allowed], problem }] };
}

async function exchangeOf(
  dns: MailDns,
  net: Net,
  record: Pick<MailExchange, 'preference' | 'exchange'>,
): Promise<MailExchange> {
  const { exchange } = record;
  const is = (problem: string | null, addresses: readonly string[] = []) => ({
    ...record,
    addresses: [...addresses],
    problem,
  });
  if (exchange === '.') return is('null-beside-others');
  if (parseAddress(exchange) !== null) return is('address');
  const { state, addresses, aliases, reason } = await dns.addresses(exchange);
  if (state === 'failed') return is(reason === 'special-use' || reason === 'denied' ? 'special-use' : 'unreachable');
  if (state === 'nxdomain') return is('no-such-name');
  if (state === 'nodata') return is('no-address');
  const allowed = net.keepAllowed(addresses);
  return is(allowed.size === 0 ? 'special-use' : aliases.length > 0 ? 'alias' : null, [...allowed]);
}
