import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const;
const Policy = z.nullable(z.enum(dmarcPolicies));

const Report = z.object({
  uri: isEssential(described(z.string(), 'The URI to which reports are sent.', 'mailto:dmarc@example.com')),
  kind: described(z.enum(['rua', 'ruf']), 'rua: aggregate reports; ruf: failure reports.', 'rua'),
  domain: described(
    z.nullable(z.string()),
    'The domain of the address; null if the URI is not a mail address.',
    'example.com',
  ),
  isExternal: described(z.boolean(), 'Whether the address belongs to another organization.', false),
  isAuthorized: described(
    z.nullable(z.boolean()),
    'Whether that organization accepts reports for this domain (record at _report._dmarc); true within the same organization; null if not determined.',
    true,
  ),
});

export const DmarcPart = z.object({
  record: described(z.nullable(z.string()), 'The record that applies; null without one.', 'v=DMARC1; p=reject'),
  domain: described(z.nullable(z.string()), 'The domain that has the record; null without a record.', 'example.com'),
  policy: isEssential(
    described(
      Policy,
      'The policy for the queried name: p, or sp or np of a parent domain; null without a record.',
      'reject',
    ),
  ),
  policyTag: described(
    z.nullable(z.string()),
    'The tag from which the policy comes: p, sp or np; null without a record.',
    'p',
  ),
  records: described(z.array(z.string()), 'All DMARC records at that name; there must be exactly one.', [
    'v=DMARC1; p=reject',
  ]),
  discarded: described(
    z.array(
      z.object({
        domain: described(z.string(), 'The domain that has the records.', 'sub.example.com'),
        records: described(z.array(z.string()), 'Its records.', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']),
      }),
    ),
    'Domains on the way of the tree walk that have several DMARC records, which receivers discard.',
  ),
  formerTags: described(z.array(z.string()), 'Tags of RFC 7489 that RFC 9989 no longer has, without pct.', ['ri']),
  nameExists: described(z.nullable(z.boolean()), 'Whether the queried name exists; null if not determined.', true),
  organizationalDomain: described(
    z.nullable(z.string()),
    'The organizational domain according to the DNS tree walk (RFC 9989 section 4.10); null if not determined.',
    'example.com',
  ),
  organizationalDomainByList: described(
    z.nullable(z.string()),
    'The organizational domain according to the public suffix list, as used by receivers that follow RFC 7489; null if not determined.',
    'example.com',
  ),
  policyByList: described(Policy, 'The policy that receivers of RFC 7489 find; null without a record.', 'reject'),
  asked: described(z.array(z.string()), 'The names queried by the tree walk, in order.', ['_dmarc.example.com']),
  subdomainPolicy: described(Policy, 'For subdomains of the domain with the record.', 'reject'),
  nonexistentPolicy: described(Policy, 'For names below it that do not exist.', 'reject'),
  percent: described(
    z.nullable(z.number()),
    'The former tag pct: percentage of messages to which the policy applies; null without it.',
    100,
  ),
  isTesting: described(z.boolean(), 'Whether the tag t=y is set: the policy is only being tested.', false),
  psd: described(
    z.nullable(z.string()),
    'The tag psd: y: public suffix domain; n: organizational domain; null without it.',
    null,
  ),
  alignmentSpf: described(
    z.nullable(z.string()),
    'Required alignment of SPF: relaxed or strict; null without a record.',
    'relaxed',
  ),
  alignmentDkim: described(
    z.nullable(z.string()),
    'Required alignment of DKIM: relaxed or strict; null without a record.',
    'relaxed',
  ),
  reports: described(z.array(Report), 'The destinations of reports.'),
  problems: described(
    z.array(
      z.object({
        column: described(z.number(), 'Position of the error in the record, counted from 1.', 11),
        message: described(z.string(), 'Description of the error.', 'a policy that does not exist'),
      }),
    ),
    'Errors in the record.',
  ),
  canAlign: described(
    z.nullable(z.boolean()),
    'Whether any message can pass: the SPF record allows some sender, or there is a DKIM key. False only if both are ruled out; null if that could not be determined.',
    true,
  ),
});
export type DmarcPart = z.infer<typeof DmarcPart>;
