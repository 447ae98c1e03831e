/*
 * Replies in the layouts of real registries, with invented content. `{name}` is the queried name.
 */

const DS = `DNSSEC: signedDelegation
   DNSSEC DS Data: 370 13 2 BE74359954660069D5C63D200C39F5603827D7DD02B56F120EE9F3A86764247C`;

export const thinRecord = (
  name: string,
  registrarServer: string,
  isSigned = true,
) => `   Domain Name: ${name.toUpperCase()}
   Registry Domain ID: 1234567_DOMAIN-LAB
   Registrar WHOIS Server: ${registrarServer}
   Registrar URL: https://registrar.example
   Updated Date: 2026-02-01T07:01:34Z
   Creation Date: 1995-08-14T04:00:00Z
   Registry Expiry Date: 2031-08-13T04:00:00Z
   Registrar: Example Registrar, LLC
   Registrar IANA ID: 9999
   Registrar Abuse Contact Email: abuse@registrar.example
   Registrar Abuse Contact Phone: +1.5555551234
   Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
   Name Server: NS1.EXAMPLE.TEST
   Name Server: NS2.EXAMPLE.TEST
   ${isSigned ? DS : 'DNSSEC: unsigned'}
>>> Last update of whois database: 2026-11-21T10:00:00Z <<<
`;

export const registrarRecord = (name: string) => `Domain Name: ${name}
Registrar: Example Registrar, LLC
Registrar IANA ID: 9999
Creation Date: 1995-08-14T04:00:00Z
Registrar Registration Expiration Date: 2031-08-13T04:00:00Z
Registrant Name: REDACTED FOR PRIVACY
Registrant Organization: Example Society
Registrant Country: NL
Tech Email: tech@${name}
Name Server: ns1.example.test
`;

/** The layout of a registry that publishes no expiry dates. */
export const denicRecord = (name: string) => `Domain: ${name}
Nserver: ns1.${name} 192.0.2.1
Nserver: ns2.example.net
Status: connect
Changed: 2026-02-12T08:07:59+01:00
`;

export const markupRecord = (name: string) => `Domain Name: ${name}
Registrar: <script>document.title = 'hacked'</script> & "friends"
Registrar URL: javascript:document.title='hacked'
Registrant Organization: <img src=x onerror="document.title='hacked'">
Creation Date: 2001-01-01T00:00:00Z
Registry Expiry Date: 2030-01-01T00:00:00Z
Domain Status: <b>ok</b>
Name Server: ns1.example.test
\u001b[31mred\u001b[0m \u202egnp.exe
`;

export const noMatch = (name: string) => `No match for domain "${name.toUpperCase()}".
>>> Last update of whois database: 2026-11-21T10:00:00Z <<<

TERMS OF USE: you may not exceed the query limit of this service.
`;

/** A reply that says nothing about the name: neither a record nor a refusal (whois.kg has sent it). */
export const puzzle = '% This is the lab WHOIS server\n\nOK! You win\n';

/** The statement of a registry that keeps a name, without a record. */
export const reservedName =
  'Name is reserved by the lab registry\n>>> Last update of WHOIS database: 2026-11-21T10:00:00Z <<<\n';

export const rateLimit = '% Query rate limit exceeded. Please try again later.\n';

export const referral = (suffix: string, server: string) => `% Lab WHOIS server
% This query returned 1 object

refer:        ${server}

domain:       ${suffix.toUpperCase()}

organisation: Lab Registry
whois:        ${server}
status:       ACTIVE
created:      1985-01-01
source:       LAB
`;

export const noServer = (suffix: string) => `% Lab WHOIS server
% This query returned 1 object

domain:       ${suffix.toUpperCase()}

organisation: Lab Registry
whois:
status:       ACTIVE
remarks:      Registration information: https://www.nic.example
created:      1988-04-14
source:       LAB
`;

const card = (name: string, more: readonly unknown[] = []) => [
  'vcard',
  [['version', {}, 'text', '4.0'], ['fn', {}, 'text', name], ...more],
];

/** A domain object as in RFC 9083 section 5.3. */
export const rdapDomain = (name: string, more: object = {}) => ({
  objectClassName: 'domain',
  rdapConformance: ['rdap_level_0'],
  handle: '7654321_DOMAIN-LAB',
  ldhName: name.toUpperCase(),
  status: ['client transfer prohibited', 'active'],
  events: [
    { eventAction: 'registration', eventDate: '1999-03-04T05:06:07Z' },
    { eventAction: 'expiration', eventDate: '2032-03-04T05:06:07Z' },
    { eventAction: 'last changed', eventDate: '2026-01-05T10:11:12.345Z' },
    { eventAction: 'last update of RDAP database', eventDate: '2026-11-21T10:00:00Z' },
  ],
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'NS1.EXAMPLE.TEST', ipAddresses: { v4: ['192.0.2.1'] } },
    { objectClassName: 'nameserver', ldhName: 'NS2.EXAMPLE.TEST' },
  ],
  secureDNS: {
    delegationSigned: true,
    dsData: [{ keyTag: 370, algorithm: 13, digestType: 2, digest: 'be74359954660069d5c63d200c39f560' }],
  },
  entities: [
    {
      objectClassName: 'entity',
      handle: '9999',
      roles: ['registrar'],
      publicIds: [{ type: 'IANA Registrar ID', identifier: '9999' }],
      vcardArray: card('Example RDAP Registrar'),
      entities: [
        {
          objectClassName: 'entity',
          roles: ['abuse'],
          vcardArray: card('Abuse Desk', [
            ['email', {}, 'text', 'abuse@registrar.example'],
            ['tel', { type: 'voice' }, 'uri', 'tel:+1.5555551234'],
          ]),
        },
      ],
    },
  ],
  notices: [{ title: 'Terms of Use', description: ['For the laboratory only.'] }],
  ...more,
});

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const dates = (created: string, expires: string, more: readonly object[] = []) => ({
  events: [
    { eventAction: 'registration', eventDate: created },
    { eventAction: 'expiration', eventDate: expires },
    ...more,
  ],
});
const [longAgo, farAway] = ['1999-03-04T05:06:07Z', '2032-03-04T05:06:07Z'];
const registrant = (name: string, organization: string) => ({
  entities: [
    { objectClassName: 'entity', roles: ['registrant'], vcardArray: card(name, [['org', {}, 'text', organization]]) },
  ],
});

/** Members specific to a domain, by the beginning of its name: status values, and what a registry may leave out. */
export const rdapParticulars: Readonly<Record<string, () => object>> = {
  expired: () => dates(longAgo, inDays(-3)),
  ending: () => dates(longAgo, inDays(5)),
  recent: () => dates(inDays(-2), inDays(363)),
  timeless: () => ({ events: [] }),
  twodates: () => dates(longAgo, farAway, [{ eventAction: 'registrar expiration', eventDate: '2031-03-04T05:06:07Z' }]),
  deleted: () => ({ status: ['redemption period'] }),
  leaving: () => ({ status: ['redemption period', 'pending delete'] }),
  held: () => ({ status: ['client hold', 'client transfer prohibited'] }),
  dropping: () => ({ status: ['pending delete'] }),
  restored: () => ({ status: ['pending delete', 'pending restore'] }),
  kept: () => ({ status: ['reserved'], entities: [], events: [] }),
  parked: () => ({ status: ['inactive'], nameservers: [] }),
  moving: () => ({ status: ['pending transfer'] }),
  renewed: () => ({ status: ['auto renew period', 'client transfer prohibited'] }),
  unlocked: () => ({ status: ['active'] }),
  unsigned: () => ({ secureDNS: { delegationSigned: false } }),
  unsaid: () => ({ secureDNS: {} }),
  proxied: () => registrant('Registration Private', 'Domains By Proxy, LLC'),
  named: () => registrant('Jane Doe', 'Example Society'),
};
