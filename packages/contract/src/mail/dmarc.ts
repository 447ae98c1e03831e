import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const;
const Policy = z.nullable(z.enum(dmarcPolicies));

const Report = z.object({
  uri: isEssential(described(z.string(), 'Where reports go.', 'mailto:dmarc@example.com')),
  kind: described(z.enum(['rua', 'ruf']), 'rua: aggregate reports; ruf: failure reports.', 'rua'),
  domain: described(
    z.nullable(z.string()),
    'The domain of the address; null for what is no mail address.',
    'example.com',
  ),
  isExternal: described(z.boolean(), 'It is in another organisation.', false),
  isAuthorized: described(
    z.nullable(z.boolean()),
    'Whether that organisation accepts reports for this domain (its record at _report._dmarc); true for the domain itself; null if that could not be determined.',
    true,
  ),
});

export const DmarcPart = z.object({
  record: described(z.nullable(z.string()), 'The record that applies; null without one.', 'v=DMARC1; p=reject'),
  domain: described(z.nullable(z.string()), 'The domain at which it stands; null without a record.', 'example.com'),
  policy: isEssential(
    described(
      Policy,
      'The policy for the name of the query: p, or sp or np of a domain above; null without a record.',
      'reject',
    ),
  ),
  policyTag: described(z.nullable(z.string()), 'The tag that it comes from: p, sp or np.', 'p'),
  records: described(z.array(z.string()), 'All DMARC records at that name; there must be one.', ['v=DMARC1; p=reject']),
  nameExists: described(
    z.nullable(z.boolean()),
    'Whether the name of the query exists; null where that could not be determined.',
    true,
  ),
  organizationalDomain: described(
    z.nullable(z.string()),
    'By the DNS tree walk (RFC 9989 section 4.10).',
    'example.com',
  ),
  organizationalDomainByList: described(
    z.nullable(z.string()),
    'By the public suffix list, as receivers of RFC 7489 do it.',
    'example.com',
  ),
  policyByList: described(Policy, 'The policy that receivers of RFC 7489 find; null without a record.', 'reject'),
  asked: described(z.array(z.string()), 'The names that the tree walk asked for, in its order.', [
    '_dmarc.example.com',
  ]),
  subdomainPolicy: described(Policy, 'For subdomains of the domain with the record.', 'reject'),
  nonexistentPolicy: described(Policy, 'For names below it that do not exist.', 'reject'),
  percent: described(
    z.nullable(z.number()),
    'The former tag pct: share of messages that the policy is applied to; null without it.',
    100,
  ),
  isTesting: described(z.boolean(), 'The tag t=y: the policy is only being tested.', false),
  psd: described(
    z.nullable(z.string()),
    'The tag psd: y for a public suffix, n for an organisational domain; null without it.',
    null,
  ),
  alignmentSpf: described(z.nullable(z.string()), 'relaxed or strict.', 'relaxed'),
  alignmentDkim: described(z.nullable(z.string()), 'relaxed or strict.', 'relaxed'),
  reports: described(z.array(Report), 'Where reports go.'),
  problems: described(
    z.array(
      z.object({
        column: described(z.number(), 'Where in the record, from 1.', 11),
        message: described(z.string(), 'What is wrong.', 'a policy that does not exist'),
      }),
    ),
    'What is wrong with the record.',
  ),
  canAlign: described(
    z.nullable(z.boolean()),
    'Whether any message can pass: an SPF record lets somebody send, or there is a DKIM key. False only where both are ruled out; null where that could not be determined.',
    true,
  ),
});
export type DmarcPart = z.infer<typeof DmarcPart>;
