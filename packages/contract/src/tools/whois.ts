import * as z from 'zod/mini';
import { registeredField } from '../query.ts';
import { defineTool } from '../tool.ts';

const text = z.nullable(z.string());
const Protocol = z.enum(['rdap', 'whois']);

/** Somebody a registry names, as far as it publishes them. */
export const RegistrationContact = z.object({
  /** The registry's word for the part they play: `registrant`, `administrative`, `technical`, `abuse` … (RFC 9083 section 10.2.4). */
  role: z.string(),
  name: text,
  organization: text,
  email: text,
  phone: text,
  /** Code or name, as the registry has it. */
  country: text,
});
export type RegistrationContact = z.infer<typeof RegistrationContact>;

/**
 * What the answers say, field by field; null (`[]` for lists) where none says it. Dates are ISO 8601: with a time in UTC,
 * or the day alone where the registry gives no time or none with a zone.
 */
export const Registration = z.object({
  kind: z.enum(['domain', 'network', 'autnum']),
  /** The registered domain as A-labels, or what was asked for. */
  name: z.string(),
  /** The registry's own key of the object. */
  handle: text,
  /** The name of a network or an AS. */
  label: text,
  /** First and last address or number of a network or a block of AS numbers. */
  range: text,
  registrar: z.nullable(z.object({ name: z.string(), ianaId: text, url: text })),
  created: text,
  updated: text,
  expires: text,
  /** The registrar's own date, where it differs from the registry's. */
  registrarExpires: text,
  /** EPP status codes (RFC 5731) or the registry's own words, each with its plain meaning where we know one. */
  status: z.array(z.object({ code: z.string(), meaning: text })),
  nameServers: z.array(z.object({ name: z.string(), addresses: z.array(z.string()) })),
  dnssec: z.nullable(z.enum(['signed', 'unsigned'])),
  /** DS records: key tag, algorithm, digest type, digest. */
  ds: z.array(z.string()),
  country: text,
  contacts: z.array(RegistrationContact),
  abuse: z.nullable(z.object({ email: text, phone: text })),
  /** For each of these fields that is known, the server it came from. */
  sources: z.record(z.string(), z.string()),
  /** What a reader must know besides, in sentences. */
  notes: z.array(z.string()),
});
export type Registration = z.infer<typeof Registration>;

const HOUR_MS = 3_600_000;

export const whois = defineTool({
  id: 'whois',
  path: '/api/v2/whois',
  title: 'WHOIS Checker',
  summary: 'Domain registration information lookup',
  query: z.object({ ipOrDomain: registeredField }),
  target: 'ipOrDomain',
  data: z.object({
    /** What was asked for, in its one spelling. */
    query: z.string(),
    /** The answers as text: every server's own words under its heading, RDAP rendered. */
    whoIsInfo: z.string(),
    /** Whose words `registration` is in the first place. */
    source: z.object({ protocol: Protocol, server: z.string() }),
    registration: Registration,
    /** Every server that was asked, in order: what came of it, and how long it took. */
    asked: z.array(
      z.object({
        protocol: Protocol,
        server: z.string(),
        outcome: z.enum(['answered', 'not-found', 'limited', 'failed']),
        durationMs: z.number(),
      }),
    ),
    /** The RDAP answer of the registry (RFC 9083) as it came, or null. */
    rdap: z.nullable(z.record(z.string(), z.unknown())),
  }),
  progress: null,
  failures: ['refused-target', 'not-found', 'source-failed', 'timeout'],
  reasons: ['not_registered', 'source_limited', 'no_service', 'timeout', 'special_use', 'denied'],
  freshMs: () => HOUR_MS,
  notFoundFreshMs: HOUR_MS / 12,
  cost: 2,
  // What a registry takes from one client is limited by the engine, server by server.
  capacity: { lookups: 16, perTarget: 1 },
  deadlineMs: () => 15_000,
  example: { ipOrDomain: 'example.com' },
});
