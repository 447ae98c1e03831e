import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { registeredField } from '../../query.ts';
import { isEssential } from '../../reading.ts';
import { defineTool } from '../../tool.ts';
import { MIB, workLimits } from '../../work-limits.ts';

const text = z.nullable(z.string());
const protocol = described(
  z.enum(['rdap', 'whois']),
  'The protocol of the query: RDAP (RFC 9082) or WHOIS (RFC 3912).',
  'rdap',
);
const server = described(z.string(), 'The name of the server.', 'rdap.verisign.com');

/** A contact, as far as the registry publishes it. */
export const RegistrationContact = z.object({
  role: isEssential(
    described(
      z.string(),
      'The role of the contact as named by the registry: registrant, administrative, technical, abuse … (RFC 9083 section 10.2.4).',
      'registrant',
    ),
  ),
  name: described(text, 'The name of the person; null if not published.', 'Jane Doe'),
  organization: described(text, 'The name of the organization; null if not published.', 'Example Ltd'),
  email: described(text, 'Email address; null if not published.', 'hostmaster@example.com'),
  phone: described(text, 'Telephone number as written by the registry; null if not published.', '+1.5555550100'),
  country: described(text, 'Country code or name, as written by the registry; null if not published.', 'US'),
});
export type RegistrationContact = z.infer<typeof RegistrationContact>;

const abuseContact = described(
  z.nullable(
    z.object({
      email: described(text, 'Email address; null if not published.', 'abuse@registrar.example'),
      phone: described(text, 'Telephone number; null if not published.', '+1.5555550101'),
    }),
  ),
  'Where to report abuse; null if not published.',
);

/** A registration that contains the target’s, such as the provider's network around a customer's. */
export const EnclosingRegistration = z.object({
  range: described(z.string(), 'First and last address or number.', '192.0.0.0 - 192.0.127.255'),
  handle: described(text, 'The registry’s own key of the object.', 'NET-192-0-0-0-1'),
  label: described(text, 'Its name.', 'EXAMPLE-PROVIDER'),
  holder: described(text, 'The holder, as given by the registry.', 'Example Provider, Inc.'),
  country: described(text, 'Country, as the registry has it.', 'US'),
  created: described(text, 'When it was registered.', '1992-12-01'),
  updated: described(text, 'When the registration was last changed.', '2018-04-23'),
  abuse: abuseContact,
  server: described(z.string(), 'The server that gave this information.', 'whois.arin.net'),
});
export type EnclosingRegistration = z.infer<typeof EnclosingRegistration>;

/**
 * The registration as the servers returned it, field by field; null (`[]` for lists) if none did. Dates are ISO 8601: with
 * a time in UTC, or the day alone if the registry gives no time, or none with a time zone.
 */
export const Registration = z.object({
  kind: described(z.enum(['domain', 'network', 'autnum']), 'The kind of registered object.', 'domain'),
  name: described(
    z.string(),
    'The registered domain as A-labels (RFC 5890), or the target in the query.',
    'example.com',
  ),
  state: described(
    z.enum(['registered', 'reserved', 'unrecognised']),
    'registered; reserved: the registry keeps the name, and does not offer it for registration; unrecognised: the replies match no form that is known here, so nothing is concluded from them.',
    'registered',
  ),
  handle: described(text, 'The registry’s identifier of the object.', '2336799_DOMAIN_COM-VRSN'),
  label: described(text, 'The name of a network or an AS.', 'EXAMPLE-NET'),
  range: described(
    text,
    'The first and the last address of a network, or number of a block of AS numbers.',
    '192.0.2.0 - 192.0.2.255',
  ),
  registrar: described(
    z.nullable(
      z.object({
        name: isEssential(described(z.string(), 'The name of the registrar.', 'Example Registrar, Inc.')),
        ianaId: described(text, 'Its IANA registrar ID; null if not stated.', '376'),
        url: described(text, 'The URL of its website; null if not stated.', 'https://registrar.example'),
      }),
    ),
    'The registrar of a domain.',
  ),
  created: described(text, 'When the object was registered.', '1995-08-14T04:00:00Z'),
  updated: described(text, 'When the registration was last changed.', '2026-08-14T07:01:44Z'),
  expires: described(text, 'When the registration ends, according to the registry.', '2027-08-13T04:00:00Z'),
  registrarExpires: described(
    text,
    'The registrar’s own expiry date, if it differs from the registry’s.',
    '2027-08-13',
  ),
  status: described(
    z.array(
      z.object({
        code: isEssential(
          described(z.string(), 'EPP status code (RFC 5731), or the registry’s own term.', 'clientTransferProhibited'),
        ),
        meaning: described(
          text,
          'The meaning of the status code; null if not known.',
          'The registrar has locked it against transfers.',
        ),
      }),
    ),
    'The status codes of the registration.',
  ),
  nameServers: described(
    z.array(
      z.object({
        name: isEssential(described(z.string(), 'The name of the server.', 'ns1.example.com')),
        addresses: described(z.array(z.string()), 'The addresses of the server, if the registry lists them.', [
          '192.0.2.53',
        ]),
      }),
    ),
    'Name servers of the domain, according to the registry.',
  ),
  dnssec: described(
    z.nullable(z.enum(['signed', 'unsigned'])),
    'Whether the delegation is signed by DNSSEC; null if the registry does not say.',
    'signed',
  ),
  ds: described(z.array(z.string()), 'DS records at the registry: key tag, algorithm, digest type and digest.', [
    '370 13 2 BE74359954660069…',
  ]),
  country: described(text, 'Country of a network or an AS, as written by the registry.', 'US'),
  contacts: described(z.array(RegistrationContact), 'The contacts published by the registry.'),
  abuse: abuseContact,
  partOf: described(
    z.array(EnclosingRegistration),
    'The networks, or blocks of AS numbers, that enclose this one, nearest first; [] for domains. Other fields are never taken from them.',
  ),
  sources: described(
    z.record(z.string(), z.string()),
    'For each known field, the name of the server from which it was taken.',
    {
      created: 'rdap.verisign.com',
    },
  ),
  notes: described(z.array(z.string()), 'Further remarks, in sentences.', []),
});
export type Registration = z.infer<typeof Registration>;

const HOUR_MS = 3_600_000;

export const whois = defineTool({
  id: 'whois',
  path: '/api/v2/whois',
  title: 'WHOIS Checker',
  summary: 'Domain registration information lookup',
  query: z.object({
    ipOrDomain: described(registeredField, 'A domain name, an IPv4 or IPv6 address, or an AS number.', 'example.com'),
  }),
  target: 'ipOrDomain',
  targetKinds: ['domain', 'ipv4', 'ipv6', 'as-number'],
  report: { order: 10, question: ({ target }) => ({ ipOrDomain: target }) },
  contacts: ['whois', 'rdap', 'resolvers'],
  data: z.object({
    query: described(z.string(), 'The target in the query, in canonical form.', 'example.com'),
    whoIsInfo: isEssential(
      described(
        z.string(),
        'The replies as text: each server’s own text under a heading with its name; RDAP replies are rendered as text.',
        'Domain Name: EXAMPLE.COM',
      ),
    ),
    source: described(z.object({ protocol, server }), 'The main source of registration.'),
    registration: described(
      Registration,
      'The registration, field by field; null (or [] for lists) if no server states it. Dates are ISO 8601: in UTC with a time, or only the day if the registry states no time or no time zone.',
    ),
    asked: described(
      z.array(
        z.object({
          protocol,
          server,
          outcome: described(
            z.enum(['answered', 'reserved', 'unrecognised', 'not-found', 'limited', 'failed']),
            'The outcome of the query.',
            'answered',
          ),
          durationMs: described(z.number(), 'Duration of the query in milliseconds.', 128),
        }),
      ),
      'Every server that was queried, in order.',
    ),
    rdap: described(
      z.nullable(z.record(z.string(), z.unknown())),
      'The RDAP response of the registry (RFC 9083) as received; null if there was none.',
      { objectClassName: 'domain', ldhName: 'EXAMPLE.COM' },
    ),
  }),
  progress: null,
  failures: ['refused-target', 'not-found', 'source-failed', 'timeout'],
  reasons: ['not-registered', 'source-limited', 'no-service', 'no-public-dns', 'timeout', 'special-use', 'denied'],
  freshMs: () => HOUR_MS,
  notFoundFreshMs: HOUR_MS / 12,
  recheckMs: 60_000,
  cost: 2,
  // The engine observes each registry's limits, server by server.
  capacity: { lookups: 16, perTarget: 2 },
  most: workLimits({ questions: 120, connections: 40, octetsIn: 16 * MIB, decodingMs: 500 }),
  deadlineMs: () => 15_000,
  // The raw server replies repeat the contacts in between other data.
  personal: { 'registration.contacts': [], whoIsInfo: '', rdap: null },
  example: { ipOrDomain: 'example.com' },
});
