import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { isEssential } from '../../../reading.ts';

const Problem = z.object({
  column: described(z.number(), 'Position of the error in the text, counted from 1.', 11),
  message: described(z.string(), 'Description of the error.', 'an id with a hyphen'),
});

export const MtaStsPart = z.object({
  record: described(z.nullable(z.string()), 'The TXT record at _mta-sts; null without one.', 'v=STSv1; id=20261101'),
  records: described(z.array(z.string()), 'All MTA-STS records of the name; there must be exactly one.', [
    'v=STSv1; id=20261101',
  ]),
  id: described(
    z.nullable(z.string()),
    'The id in the record, which changes with the policy; null without one.',
    '20261101',
  ),
  mode: isEssential(
    described(
      z.nullable(z.enum(['enforce', 'testing', 'none'])),
      'The mode of the policy; null if there is none, or it could not be fetched.',
      'enforce',
    ),
  ),
  policyUrl: described(
    z.nullable(z.string()),
    'The URL of the policy; null without a record.',
    'https://mta-sts.example.com/.well-known/mta-sts.txt',
  ),
  policyText: described(
    z.nullable(z.string()),
    'The policy as served; null if it could not be fetched.',
    'version: STSv1\nmode: enforce\nmx: mail.example.com\nmax_age: 604800',
  ),
  status: described(z.nullable(z.number()), 'The HTTP status of the policy; null without a response.', 200),
  mediaType: described(
    z.nullable(z.string()),
    'The media type of the policy, which should be text/plain; null without a response.',
    'text/plain',
  ),
  failure: described(
    z.nullable(z.string()),
    'Why the policy could not be fetched: no-address, unreachable, timeout, certificate, redirect, status, too-large, invalid; null if it was fetched.',
    'certificate',
  ),
  maxAgeSeconds: described(
    z.nullable(z.number()),
    'How long senders may cache the policy, in seconds; null without a policy.',
    604_800,
  ),
  patterns: described(z.array(z.string()), 'The mx patterns of the policy: names that mail servers may have.', [
    'mail.example.com',
  ]),
  unmatched: described(z.array(z.string()), 'Names in MX records that match no pattern.', ['mail2.example.com']),
  problems: described(z.array(Problem), 'Errors in the record or the policy.'),
});
export type MtaStsPart = z.infer<typeof MtaStsPart>;

export const TlsRptPart = z.object({
  record: described(
    z.nullable(z.string()),
    'The TXT record at _smtp._tls; null without one.',
    'v=TLSRPTv1; rua=mailto:tls@example.com',
  ),
  records: described(z.array(z.string()), 'All such records of the name; there must be exactly one.', [
    'v=TLSRPTv1; rua=mailto:tls@example.com',
  ]),
  uris: described(z.array(z.string()), 'The URIs to which reports are sent.', ['mailto:tls@example.com']),
  problems: described(z.array(Problem), 'Errors in the record.'),
});
export type TlsRptPart = z.infer<typeof TlsRptPart>;

export const BimiPart = z.object({
  record: described(
    z.nullable(z.string()),
    'The TXT record at default._bimi; null without one.',
    'v=BIMI1; l=https://example.com/logo.svg',
  ),
  domain: described(z.nullable(z.string()), 'The domain that has the record.', 'example.com'),
  logoUrl: described(
    z.nullable(z.string()),
    'The URL of the logo; null if the record names none.',
    'https://example.com/logo.svg',
  ),
  certificateUrl: described(
    z.nullable(z.string()),
    'The URL of the mark certificate, which is not checked; null if the record names none.',
    'https://example.com/mark.pem',
  ),
  isDeclined: described(z.boolean(), 'Whether the record declares that the domain does not take part in BIMI.', false),
  logoOctets: described(z.nullable(z.number()), 'Size of the logo in octets; null if it could not be fetched.', 2048),
  logoFailure: described(
    z.nullable(z.string()),
    'Why the logo could not be fetched; null if it was fetched, or none is named.',
    null,
  ),
  logoProblems: described(z.array(z.string()), 'Violations of the SVG Tiny PS profile by the logo.', [
    'it has a script',
  ]),
  problems: described(z.array(Problem), 'Errors in the record.'),
});
export type BimiPart = z.infer<typeof BimiPart>;
