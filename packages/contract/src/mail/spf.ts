import * as z from 'zod/mini';
import { described } from '../described.ts';
import { permanentErrors } from '../mail-text/spf-passes.ts';
import { isEssential } from '../reading.ts';

/** The results of check_host() (RFC 7208 section 2.6). */
export const spfResults = ['none', 'neutral', 'pass', 'fail', 'softfail', 'temperror', 'permerror'] as const;

/** One term of an SPF record, or of a record that it includes or redirects to. */
export const SpfTerm = z.object({
  depth: isEssential(
    described(
      z.number(),
      'Depth in the tree: 0 for terms of the domain’s own record, 1 for terms of records that it includes, and so on.',
      0,
    ),
  ),
  domain: isEssential(described(z.string(), 'The domain whose record contains the term.', 'example.com')),
  text: isEssential(described(z.string(), 'The term as it was written.', 'include:_spf.example.net')),
  column: described(z.number(), 'Where it begins in the record, from 1.', 8),
  kind: described(z.string(), 'Name of the mechanism or modifier, in lower case.', 'include'),
  target: described(
    z.nullable(z.string()),
    'The name that the term refers to; null if there is none, or if a macro makes it depend on the message.',
    '_spf.example.net',
  ),
  record: described(
    z.nullable(z.string()),
    'The SPF record at the target of include or redirect; null without one.',
    'v=spf1 ip4:192.0.2.0/24 -all',
  ),
  lookupsHere: described(z.number(), '1 for a term that counts as a DNS lookup (RFC 7208 section 4.6.4), else 0.', 1),
  lookupsBelow: described(z.number(), 'Lookups of the terms that this one refers to.', 0),
  running: described(
    z.number(),
    'Lookups counted up to and including this term and the terms it refers to, in the order of evaluation.',
    1,
  ),
  isVoid: described(z.boolean(), 'A lookup for it found nothing.', false),
  isBeyond: described(z.boolean(), 'Receivers have stopped before it: a limit is exceeded.', false),
  addresses: described(z.array(z.string()), 'Networks and addresses that it matches, 64 at most.', ['192.0.2.0/24']),
  ttlSeconds: described(z.nullable(z.number()), 'TTL of the record that the term refers to, in seconds.', 3600),
  ignored: described(
    z.nullable(z.string()),
    'Why the term is ignored: after-all, redirect-beside-all, not-a-lookup (exp), unknown-modifier; null if it is not.',
    'after-all',
  ),
  problem: described(
    z.nullable(z.string()),
    'syntax, no-record, several-records, no-address, no-such-name, too-many-mx, unreachable, loop, macro, special-use, not-read; null if there is no problem.',
    'no-record',
  ),
});
export type SpfTerm = z.infer<typeof SpfTerm>;

const PermanentErrorAt = z.object({
  reason: described(
    z.enum(permanentErrors),
    'syntax, several-records, lookups (more than ten), void-lookups (more than two that find nothing), too-many-mx (more than ten names), no-record (at the target of include or redirect), loop.',
    'lookups',
  ),
  domain: described(z.string(), 'The domain whose record has the error.', 'example.com'),
  term: described(
    z.nullable(z.string()),
    'The term with the error; null for the whole record.',
    'include:_spf.example.net',
  ),
});

/** The addresses for which SPF passes, computed over the whole tree. */
const SpfAllowed = z.object({
  ipv4: described(z.number(), 'Number of IPv4 addresses for which the result is pass.', 256),
  ipv6: described(z.number(), 'Number of IPv6 addresses for which the result is pass, as a floating-point number.', 0),
  share4: described(
    z.number(),
    'Share of the public IPv4 addresses that these are, from 0 to 1; 1 only if none is missing.',
    6.9e-8,
  ),
  share6: described(z.number(), 'Share of the IPv6 addresses assigned for the internet (2000::/3), likewise.', 0),
  networks: described(z.array(z.string()), 'The largest of these networks, at most ten of each family.', [
    '192.0.2.0/24',
  ]),
  unknown: described(
    z.array(z.string()),
    'Terms whose addresses depend on the message or could not be determined, at most 20. They count as if they matched nothing.',
    ['exists:%{i}._spf.example.net'],
  ),
});

export const SpfPart = z.object({
  record: described(
    z.nullable(z.string()),
    'The SPF record; null if there is none, or more than one.',
    'v=spf1 include:_spf.example.net -all',
  ),
  records: described(z.array(z.string()), 'All SPF records of the name; there must be exactly one.', [
    'v=spf1 include:_spf.example.net -all',
  ]),
  ttlSeconds: described(z.nullable(z.number()), 'TTL of the record in seconds; null without one.', 3600),
  failure: described(
    z.nullable(z.string()),
    'Why it is unknown whether there is a record: the reason of the DNS failure; null if it is known.',
    null,
  ),
  octets: described(z.number(), 'Length of the record in octets.', 36),
  allTextOctets: described(
    z.nullable(z.number()),
    'Length of all TXT records of the name, which share one answer (RFC 7208 section 3.4), in octets; null if not known.',
    120,
  ),
  lookups: described(
    z.number(),
    'Number of DNS lookups in the worst case, with every term up to all. Receivers stop after ten.',
    1,
  ),
  isLookupsExact: described(
    z.boolean(),
    'False if more lookups are possible than were counted, because a record could not be read or a macro decides.',
    true,
  ),
  voidLookups: described(z.number(), 'Number of lookups that found nothing. Receivers stop after two.', 0),
  recordsRead: described(z.number(), 'Number of SPF records that were read, at most 60.', 2),
  all: described(
    z.nullable(z.string()),
    'The result for all other senders: pass, neutral, softfail or fail; neutral if the record does not say; null without a record.',
    'fail',
  ),
  allowed: described(
    z.nullable(SpfAllowed),
    'The addresses for which SPF passes, with every term of the tree; null without a record, or if it could not be computed.',
  ),
  permanentError: described(
    z.nullable(PermanentErrorAt),
    'The first permanent error that some senders get (RFC 7208 section 2.6.7); null if none.',
    null,
  ),
  allowsNobody: described(
    z.nullable(z.boolean()),
    'Whether the record permits no sender at all; null if it could not be read.',
    false,
  ),
  problems: described(
    z.array(
      z.object({
        column: described(z.number(), 'Position of the error in the record, counted from 1.', 8),
        message: described(z.string(), 'Description of the error.', 'an unknown mechanism'),
      }),
    ),
    'Syntax errors in the domain’s own record.',
  ),
  terms: described(z.array(SpfTerm), 'The complete tree of terms in the order of evaluation, at most 1,000.'),
  result: described(
    z.nullable(z.enum(spfResults)),
    'The result of check_host() for the address and sender in the query (RFC 7208 section 2.6); null without an address.',
    'pass',
  ),
  resultTerm: described(
    z.nullable(z.string()),
    'The term that determined the result; null if none did.',
    'ip4:192.0.2.0/24',
  ),
  explanation: described(
    z.nullable(z.string()),
    'The explanation that the domain gives for a fail result (exp); null without one.',
    null,
  ),
});
export type SpfPart = z.infer<typeof SpfPart>;
