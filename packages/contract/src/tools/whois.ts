import * as z from 'zod/mini';
import { means } from '../means.ts';
import { registeredField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { defineTool } from '../tool.ts';

const text = z.nullable(z.string());
const protocol = means(z.enum(['rdap', 'whois']), 'How it was asked (RFC 9082, RFC 3912).', 'rdap');
const server = means(z.string(), 'Name of the server.', 'rdap.verisign.com');

/** Somebody a registry names, as far as it publishes them. */
export const RegistrationContact = z.object({
  role: isEssential(
    means(
      z.string(),
      'The registry’s word for the part they play: registrant, administrative, technical, abuse … (RFC 9083 section 10.2.4).',
      'registrant',
    ),
  ),
  name: means(text, 'Name of the person.', 'Jane Doe'),
  organization: means(text, 'Name of the organization.', 'Example Ltd'),
  email: means(text, 'E-mail address.', 'hostmaster@example.com'),
  phone: means(text, 'Telephone number as the registry writes it.', '+1.5555550100'),
  country: means(text, 'Code or name, as the registry has it.', 'US'),
});
export type RegistrationContact = z.infer<typeof RegistrationContact>;

const abuseContact = means(
  z.nullable(
    z.object({
      email: means(text, 'E-mail address.', 'abuse@registrar.example'),
      phone: means(text, 'Telephone number.', '+1.5555550101'),
    }),
  ),
  'Where to report abuse.',
);

/** A registration that the one asked for is a part of: the provider's network around a customer's, say. */
export const EnclosingRegistration = z.object({
  range: means(z.string(), 'First and last address or number.', '192.0.0.0 - 192.0.127.255'),
  handle: means(text, 'The registry’s own key of the object.', 'NET-192-0-0-0-1'),
  label: means(text, 'Its name.', 'EXAMPLE-PROVIDER'),
  holder: means(text, 'Whom the registry names as its holder.', 'Example Provider, Inc.'),
  country: means(text, 'Country, as the registry has it.', 'US'),
  created: means(text, 'When it was registered.', '1992-12-01'),
  updated: means(text, 'When the registration was last changed.', '2018-04-23'),
  abuse: abuseContact,
  server: means(z.string(), 'The server that said so.', 'whois.arin.net'),
});
export type EnclosingRegistration = z.infer<typeof EnclosingRegistration>;

/**
 * What the answers say, field by field; null (`[]` for lists) where none says it. Dates are ISO 8601: with a time in UTC,
 * or the day alone where the registry gives no time or none with a zone.
 */
export const Registration = z.object({
  kind: means(z.enum(['domain', 'network', 'autnum']), 'What kind of thing is registered.', 'domain'),
  name: means(z.string(), 'The registered domain as A-labels (RFC 5890), or what was asked for.', 'example.com'),
  handle: means(text, 'The registry’s own key of the object.', '2336799_DOMAIN_COM-VRSN'),
  label: means(text, 'The name of a network or an AS.', 'EXAMPLE-NET'),
  range: means(
    text,
    'First and last address or number of a network or a block of AS numbers.',
    '192.0.2.0 - 192.0.2.255',
  ),
  registrar: means(
    z.nullable(
      z.object({
        name: isEssential(means(z.string(), 'Name of the registrar.', 'Example Registrar, Inc.')),
        ianaId: means(text, 'Its number at IANA.', '376'),
        url: means(text, 'Its page.', 'https://registrar.example'),
      }),
    ),
    'Through whom it is registered.',
  ),
  created: means(text, 'When it was registered.', '1995-08-14T04:00:00Z'),
  updated: means(text, 'When the registration was last changed.', '2026-08-14T07:01:44Z'),
  expires: means(text, 'When it ends, by the registry.', '2027-08-13T04:00:00Z'),
  registrarExpires: means(text, 'The registrar’s own date, where it differs from the registry’s.', '2027-08-13'),
  status: means(
    z.array(
      z.object({
        code: isEssential(
          means(z.string(), 'EPP status code (RFC 5731) or the registry’s own word.', 'clientTransferProhibited'),
        ),
        meaning: means(text, 'What it means, where we know it.', 'The registrar has locked it against transfers.'),
      }),
    ),
    'States of the registration.',
  ),
  nameServers: means(
    z.array(
      z.object({
        name: isEssential(means(z.string(), 'Its name.', 'ns1.example.com')),
        addresses: means(z.array(z.string()), 'Its addresses, where the registry lists them.', ['192.0.2.53']),
      }),
    ),
    'Name servers of the domain, by the registry.',
  ),
  dnssec: means(z.nullable(z.enum(['signed', 'unsigned'])), 'Whether the delegation is signed.', 'signed'),
  ds: means(z.array(z.string()), 'DS records: key tag, algorithm, digest type, digest.', [
    '370 13 2 BE74359954660069…',
  ]),
  country: means(text, 'Country of a network or an AS, as the registry has it.', 'US'),
  contacts: means(z.array(RegistrationContact), 'Whom the registry names.'),
  abuse: abuseContact,
  partOf: means(
    z.array(EnclosingRegistration),
    'Networks or blocks of AS numbers around this one, the nearest first; [] for domains. No other field is taken from them.',
  ),
  sources: means(z.record(z.string(), z.string()), 'For each of these fields that is known, the server it came from.', {
    created: 'rdap.verisign.com',
  }),
  notes: means(z.array(z.string()), 'What a reader must know besides, in sentences.', []),
});
export type Registration = z.infer<typeof Registration>;

const HOUR_MS = 3_600_000;

export const whois = defineTool({
  id: 'whois',
  path: '/api/v2/whois',
  title: 'WHOIS Checker',
  summary: 'Domain registration information lookup',
  query: z.object({
    ipOrDomain: means(registeredField, 'A domain name, an IPv4 or IPv6 address, or an AS number.', 'example.com'),
  }),
  target: 'ipOrDomain',
  data: z.object({
    query: means(z.string(), 'What was asked for, in its one spelling.', 'example.com'),
    whoIsInfo: isEssential(
      means(
        z.string(),
        'The answers as text: every server’s own words under its heading, RDAP rendered.',
        'Domain Name: EXAMPLE.COM',
      ),
    ),
    source: means(z.object({ protocol, server }), 'Whose words registration is in the first place.'),
    registration: means(
      Registration,
      'What the answers say, field by field; null ([] for lists) where none says it. Dates are ISO 8601: with a time in UTC, or the day alone where the registry gives no time or none with a zone.',
    ),
    asked: means(
      z.array(
        z.object({
          protocol,
          server,
          outcome: means(z.enum(['answered', 'not-found', 'limited', 'failed']), 'What came of it.', 'answered'),
          durationMs: means(z.number(), 'How long it took, in milliseconds.', 128),
        }),
      ),
      'Every server that was asked, in order.',
    ),
    rdap: means(
      z.nullable(z.record(z.string(), z.unknown())),
      'The RDAP answer of the registry (RFC 9083) as it came; null where there was none.',
      { objectClassName: 'domain', ldhName: 'EXAMPLE.COM' },
    ),
  }),
  progress: null,
  failures: ['refused-target', 'not-found', 'source-failed', 'timeout'],
  reasons: ['not_registered', 'source_limited', 'no_service', 'no_public_dns', 'timeout', 'special_use', 'denied'],
  freshMs: () => HOUR_MS,
  notFoundFreshMs: HOUR_MS / 12,
  recheckMs: 60_000,
  cost: 2,
  // What a registry takes from one client is limited by the engine, server by server.
  capacity: { lookups: 16, perTarget: 1 },
  deadlineMs: () => 15_000,
  example: { ipOrDomain: 'example.com' },
});
