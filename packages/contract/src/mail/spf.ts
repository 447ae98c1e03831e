import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** The results of check_host() (RFC 7208 section 2.6). */
export const spfResults = ['none', 'neutral', 'pass', 'fail', 'softfail', 'temperror', 'permerror'] as const;

/** One term of an SPF record, or of a record that it includes or redirects to. */
export const SpfTerm = z.object({
  depth: isEssential(
    described(
      z.number(),
      'How many records above it: 0 for terms of the domain’s own record, 1 for those of its includes, and so on.',
      0,
    ),
  ),
  domain: isEssential(described(z.string(), 'The domain in whose record it stands.', 'example.com')),
  text: isEssential(described(z.string(), 'The term as it was written.', 'include:_spf.example.net')),
  column: described(z.number(), 'Where it begins in the record, from 1.', 8),
  kind: described(z.string(), 'Name of the mechanism or modifier, in lower case.', 'include'),
  target: described(
    z.nullable(z.string()),
    'The name that it leads to; null if it leads to none, or a macro makes it depend on the message.',
    '_spf.example.net',
  ),
  record: described(
    z.nullable(z.string()),
    'The SPF record at the target of include or redirect; null without one.',
    'v=spf1 ip4:192.0.2.0/24 -all',
  ),
  lookupsHere: described(z.number(), '1 for a term that counts as a DNS lookup (RFC 7208 section 4.6.4), else 0.', 1),
  lookupsBelow: described(z.number(), 'Lookups of the terms that it leads to.', 0),
  running: described(
    z.number(),
    'Lookups counted up to this term and what it leads to, in the order of evaluation.',
    1,
  ),
  isVoid: described(z.boolean(), 'A lookup for it found nothing.', false),
  isBeyond: described(z.boolean(), 'Receivers have stopped before it: a limit is exceeded.', false),
  addresses: described(z.array(z.string()), 'Networks and addresses that it matches, 64 at most.', ['192.0.2.0/24']),
  ttlSeconds: described(z.nullable(z.number()), 'TTL of the record that it leads to, in seconds.', 3600),
  ignored: described(
    z.nullable(z.string()),
    'Why it is ignored: after-all, redirect-beside-all, not-a-lookup (exp), unknown-modifier; null if it is not.',
    'after-all',
  ),
  problem: described(
    z.nullable(z.string()),
    'syntax, no-record, several-records, no-address, no-such-name, too-many-mx, unreachable, loop, macro, special-use, not-read; null where all is well.',
    'no-record',
  ),
});
export type SpfTerm = z.infer<typeof SpfTerm>;

export const SpfPart = z.object({
  record: described(
    z.nullable(z.string()),
    'The SPF record; null without one, and where there are several.',
    'v=spf1 include:_spf.example.net -all',
  ),
  records: described(z.array(z.string()), 'All SPF records of the name; there must be one.', [
    'v=spf1 include:_spf.example.net -all',
  ]),
  ttlSeconds: described(z.nullable(z.number()), 'TTL of the record, in seconds.', 3600),
  octets: described(z.number(), 'Length of the record.', 36),
  lookups: described(z.number(), 'DNS lookups in the worst case: every term up to all. Receivers stop after ten.', 1),
  isLookupsExact: described(
    z.boolean(),
    'False where more lookups are possible than were counted: a record could not be read, or a macro decides.',
    true,
  ),
  voidLookups: described(z.number(), 'Lookups that found nothing. Receivers stop after two.', 0),
  recordsRead: described(z.number(), 'SPF records that were read, 60 at most.', 2),
  all: described(
    z.nullable(z.string()),
    'What the record says about all other senders: pass, neutral, softfail or fail; neutral without a term for it; null without a record.',
    'fail',
  ),
  allowsNobody: described(
    z.nullable(z.boolean()),
    'The record lets no address send; null where it could not be read.',
    false,
  ),
  problems: described(
    z.array(
      z.object({
        column: described(z.number(), 'Where in the record, from 1.', 8),
        message: described(z.string(), 'What is wrong.', 'an unknown mechanism'),
      }),
    ),
    'Errors of syntax in the domain’s own record.',
  ),
  terms: described(z.array(SpfTerm), 'The whole tree of terms, in the order of evaluation; 1000 at most.'),
  result: described(
    z.nullable(z.enum(spfResults)),
    'The result of check_host() for the address and sender of the query (RFC 7208 section 2.6); null where no address was given.',
    'pass',
  ),
  resultTerm: described(z.nullable(z.string()), 'The term that decided; null where none did.', 'ip4:192.0.2.0/24'),
  explanation: described(
    z.nullable(z.string()),
    'The explanation that the domain gives for fail (exp), otherwise null.',
    null,
  ),
});
export type SpfPart = z.infer<typeof SpfPart>;
