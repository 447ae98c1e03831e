import { toReverseName } from '@sonde/contract/targets/reverse-name';
import type { MailDns } from '../dns.ts';
import { familyOf, isInNetwork } from './networks.ts';

/** RFC 7208 section 4.6.4: further names are ignored. */
const MAX_NAMES = 10;

/** The names of an address that lead back to it (RFC 7208 section 5.5), in lower case. */
export async function validatedNames(dns: MailDns, ip: string): Promise<readonly string[]> {
  const reverse = toReverseName(ip);
  if (reverse === null) return [];
  const { records } = await dns.ask(reverse, 'PTR');
  const names = records.slice(0, MAX_NAMES).map(({ fields: [name = ''] }) => name);
  const type = familyOf(ip) === 4 ? 'A' : 'AAAA';
  const answers = await Promise.all(names.map((name) => dns.ask(name, type)));
  return names
    .filter((_, index) => answers[index]?.records.some(({ fields: [address = ''] }) => isInNetwork(ip, address, 128)))
    .map((name) => name.toLowerCase());
}
