import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { isIpv6 } from '@sonde/contract/targets/ipv6';
import { MAX_ITEMS, type RegistrationFacts } from '../registration/facts.ts';
import { fieldNames } from './field-names.ts';
import type { Field } from './fields.ts';

const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** Some registries write the addresses of a server in a separate field below it (.kr, .kz, .co.ca). */
const ADDRESS_KEY =
  /^(?:(?:primary |secondary )?ip address|(?:primary|secondary) ns ip|ns\d{1,2} (?:netaddress|ip address))$/;

/** Fields with a number: `Domain server 1` (.nc), `ns1_hostname` (.co.ca), `ns_name_01`, `Third Server Hostname`. */
const NUMBERED_KEY =
  /^(?:(?:domain|name) server \d{1,2}|ns\d{1,2} hostname|ns name \d{1,2}|(?:primary|secondary|third|fourth) server hostname)$/;

/** What UZINFOCOM writes for the servers that a domain does not have. */
const PLACEHOLDER = 'not.defined';

/** The name servers with the addresses given for each; values that are not host names are left out. */
export function readNameServers(fields: readonly Field[]): RegistrationFacts['nameServers'] {
  const keys = keysOf(fields);
  const found = new Map<string, Set<string>>();
  let last: Set<string> | null = null;
  for (const { key, section, value } of fields) {
    // `ns1.example.cz (192.0.2.1, 2001:db8::1)`, `ns1.example.fi [OK]`, `ns1.example.de. 192.0.2.1`
    const [host = '', ...rest] = value
      .toLowerCase()
      .replace(/^- /, '')
      .split(/[\s,()[\]]+/);
    if (ADDRESS_KEY.test(key) && last !== null) addAddresses(last, [host, ...rest]);
    // .tn lists the names of the servers as fields of a section.
    const isListed = key === 'name' && section === 'dns servers';
    if (!keys.includes(key) && !NUMBERED_KEY.test(key) && !isListed) continue;
    const name = host.replace(/\.$/, '');
    last = null;
    if (!HOST.test(name) || name === PLACEHOLDER || (found.size >= MAX_ITEMS && !found.has(name))) continue;
    last = found.get(name) ?? new Set();
    addAddresses(last, rest);
    found.set(name, last);
  }
  return [...found].map(([name, addresses]) => ({ name, addresses: [...addresses] }));
}

/** The field name that this registry uses: the first that occurs. .kz has one for the primary server and one for others. */
function keysOf(fields: readonly Field[]): readonly string[] {
  const first = fieldNames.nameServer.find((name) => fields.some(({ key }) => key === name));
  if (first === undefined) return [];
  return first.startsWith('primary ') ? [first, first.replace('primary', 'secondary')] : [first];
}

function addAddresses(addresses: Set<string>, words: readonly string[]): void {
  for (const word of words) if (addresses.size < MAX_ITEMS && (isIpv4(word) || isIpv6(word))) addresses.add(word);
}
