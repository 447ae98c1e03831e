import type { Explanation } from '../explanation.ts';

/** Findings on names that both the DNS lookup and the subdomain finder may have. */
export const nameExplanations = {
  'alias-resolved': {
    states: ['good'],
    title: 'Aliases resolve',
    meaning: 'Every CNAME record found leads to a name that has records.',
    importance:
      'If the target of an alias is gone, the name does not work, and somebody else may be able to take it over.',
    effect: 'Clients follow the alias and use the records at its end.',
    remedies: 'No action needed.',
    source: { name: 'RFC 1034, section 3.6.2', url: 'https://www.rfc-editor.org/rfc/rfc1034#section-3.6.2' },
  },
  'alias-dangling': {
    states: ['note', 'bad'],
    title: 'Alias to a name without records',
    meaning: 'A CNAME record points to a name that has no records. Often the service behind it no longer exists.',
    importance:
      'The name does not work. If somebody else can register the target or its domain, they can answer in your name.',
    effect: 'Browsers report that the server could not be found. Mail servers cannot deliver to it.',
    remedies: {
      'Zone file': 'Remove the CNAME record, or point it to a name that exists.',
    },
    source: { name: 'RFC 1034, section 3.6.2', url: 'https://www.rfc-editor.org/rfc/rfc1034#section-3.6.2' },
  },
  'alias-open-to-takeover': {
    states: ['bad'],
    title: 'Alias open to takeover',
    meaning:
      'A CNAME record points to a hosting service where customers choose their own names, and the name it points to has no address at present.',
    importance:
      'Anyone who creates a resource with that name at the service controls your name: they can publish pages, read cookies of your domain and obtain a certificate. Some services require proof of ownership first.',
    effect: 'Today, browsers find no server. After a takeover, they show somebody else’s content without a warning.',
    remedies: {
      'Zone file':
        'Remove the CNAME record now, or create the resource again under the same name. In future, remove the record before the resource.',
    },
    source: {
      name: 'Microsoft: Prevent dangling DNS entries and avoid subdomain takeover',
      url: 'https://learn.microsoft.com/en-us/azure/security/fundamentals/subdomain-takeover',
    },
  },
  'private-address': {
    states: ['note', 'warn'],
    title: 'Private addresses in public DNS',
    meaning: 'A name in public DNS has an address that is only valid inside one network.',
    importance:
      'It reveals how an internal network is numbered. Outside that network, the address belongs to another machine or to none.',
    effect:
      'Browsers elsewhere reach nothing, or another device in their own network. Many resolvers drop such answers to prevent DNS rebinding.',
    remedies: {
      'Zone file':
        'Remove the record from the public zone. Serve it only to your own network, from an internal resolver or view.',
      'Name server': 'BIND: put internal records in a `view` whose `match-clients` lists your own networks.',
    },
    source: { name: 'RFC 1918, section 5', url: 'https://www.rfc-editor.org/rfc/rfc1918#section-5' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
