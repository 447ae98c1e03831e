import { isIpv4 } from '@sonde/contract/target/ipv4';
import { isIpv6 } from '@sonde/contract/target/ipv6';
import type { Facts } from '../registration/facts.ts';
import { fieldNames } from './field-names.ts';
import { type Field, valuesOf } from './fields.ts';

const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** The name servers, each with the addresses that stand beside it; what is no host name is left out. */
export function readNameServers(fields: readonly Field[]): Facts['nameServers'] {
  const found = new Map<string, Set<string>>();
  for (const value of valuesOf(fields, fieldNames.nameServer)) {
    // `ns1.example.cz (192.0.2.1, 2001:db8::1)`, `ns1.example.fi [OK]`, `ns1.example.de. 192.0.2.1`
    const [host = '', ...rest] = value.toLowerCase().split(/[\s,()[\]]+/);
    const name = host.replace(/\.$/, '');
    if (!HOST.test(name)) continue;
    const addresses = found.get(name) ?? new Set();
    for (const word of rest) if (isIpv4(word) || isIpv6(word)) addresses.add(word);
    found.set(name, addresses);
  }
  return [...found].map(([name, addresses]) => ({ name, addresses: [...addresses] }));
}
