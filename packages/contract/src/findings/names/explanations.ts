import type { Explanation } from '../explanation.ts';

/** Findings on names that both the DNS lookup and the subdomain finder may have. */
export const nameExplanations = {
  'alias-resolved': {
    states: ['good'],
    title: 'Aliases lead somewhere',
    meaning: 'Every CNAME record that was seen leads to a name that has records.',
    importance: 'An alias whose target is gone breaks the name, and may let somebody else answer for it.',
    effect: 'Clients follow the alias and use what they find at its end.',
    remedies: 'No action needed.',
    source: { name: 'RFC 1034, section 3.6.2', url: 'https://www.rfc-editor.org/rfc/rfc1034#section-3.6.2' },
  },
  'alias-dangling': {
    states: ['note', 'bad'],
    title: 'Alias to a name without records',
    meaning:
      'A CNAME record leads to a name at which nothing was found. Often the service behind it has been given up.',
    importance:
      'The name does not work. If the target, or the domain that it is in, can be registered by somebody else, they can answer in your name.',
    effect: 'Browsers say that the address of the server could not be found. Mail servers do not deliver to it.',
    remedies: {
      'Zone file': 'Remove the CNAME record, or point it to a name that exists.',
    },
    source: { name: 'RFC 1034, section 3.6.2', url: 'https://www.rfc-editor.org/rfc/rfc1034#section-3.6.2' },
  },
  'alias-open-to-takeover': {
    states: ['bad'],
    title: 'Alias that others could take over',
    meaning:
      'A CNAME record leads to a name of a hosting service where customers choose their names, and that name has no address at present.',
    importance:
      'Whoever creates a resource of that name at the service answers for the alias: with pages in your name, with cookies of your domain, with a certificate of their own. Some services ask for proof of the domain first.',
    effect:
      'Today browsers find no server. After a takeover they show what somebody else put there, without a warning.',
    remedies: {
      'Zone file':
        'Remove the CNAME record now, or create the resource again under the same name. Remove records before resources in future.',
    },
    source: {
      name: 'Microsoft: Prevent dangling DNS entries and avoid subdomain takeover',
      url: 'https://learn.microsoft.com/en-us/azure/security/fundamentals/subdomain-takeover',
    },
  },
  'private-address': {
    states: ['note', 'warn'],
    title: 'Addresses of a private network in public DNS',
    meaning: 'A name in public DNS has an address that only means something inside one network.',
    importance:
      'It tells strangers how an internal network is numbered. Outside of it, the address belongs to another machine or to none.',
    effect:
      'Browsers elsewhere reach nothing, or another device of their own network. Many resolvers drop such answers as a protection against DNS rebinding.',
    remedies: {
      'Zone file':
        'Remove the record from the public zone, and serve it from a resolver or a view for the inside only.',
      'Name server': 'BIND: put internal records into a `view` with `match-clients` of your own networks.',
    },
    source: { name: 'RFC 1918, section 5', url: 'https://www.rfc-editor.org/rfc/rfc1918#section-5' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
