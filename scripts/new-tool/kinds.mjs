/**
 * The targets that a new tool may take, by the value of `--kind`: kinds (packages/contract/src/targets/target-kinds.ts)
 * and initial texts of its page. `isLocal`: such a tool usually contacts no server.
 */
export const kindChoices = {
  host: { param: 'host', kinds: ['domain', 'ipv4', 'ipv6'], label: 'Host', noun: 'a domain name or an IP address' },
  domain: { param: 'domain', kinds: ['domain'], label: 'Domain name', noun: 'a domain name' },
  'dns-name': { param: 'domain', kinds: ['domain', 'dns-name'], label: 'Domain name', noun: 'a domain name' },
  address: { param: 'address', kinds: ['ipv4', 'ipv6'], label: 'IP address', noun: 'an IP address' },
  'as-number': { param: 'asn', kinds: ['as-number'], label: 'AS number', noun: 'an AS number' },
  'mac-address': {
    param: 'mac',
    kinds: ['mac-address'],
    label: 'MAC address',
    noun: 'a MAC address',
    isLocal: true,
  },
  url: { param: 'url', kinds: ['url'], label: 'URL', noun: 'a URL' },
  any: {
    param: 'target',
    kinds: ['domain', 'ipv4', 'ipv6', 'dns-name', 'as-number', 'mac-address', 'url'],
    label: 'Target',
    noun: 'a target',
  },
};

/** Example values for contract and page, from the names and ranges reserved for documentation. */
export const examples = {
  domain: 'example.com',
  'dns-name': '_dmarc.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  'as-number': 'AS64496',
  'mac-address': '00:00:5e:00:53:01',
  url: 'https://example.com/',
};
