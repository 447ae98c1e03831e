import type { Explanation } from '../../../finding/explanation.ts';
import { nothingToMend, sources, zoneFile } from './explained.ts';

export const transportExplanations = {
  'mta-sts-enforced': {
    states: ['good'],
    title: 'MTA-STS is enforced',
    meaning: 'There is a policy in mode enforce, and it allows all mail servers of the domain.',
    importance: 'An attacker on the network path cannot read mail by blocking TLS or forging an MX record.',
    effect: 'Mail servers that support MTA-STS deliver only over TLS with a valid certificate.',
    remedies: nothingToMend,
    source: sources.sts('5'),
  },
  'mta-sts-missing': {
    states: ['note'],
    title: 'No MTA-STS',
    meaning: 'The domain has no MTA-STS record.',
    importance:
      'TLS between mail servers is optional, so an attacker on the network path can block it. DANE also prevents this.',
    effect: 'If TLS fails, mail servers deliver without it.',
    remedies: zoneFile(
      'Add `_mta-sts TXT "v=STSv1; id=1"`, and publish the policy at `https://mta-sts.example.com/.well-known/mta-sts.txt`, at first with `mode: testing`.',
    ),
    source: sources.sts('3'),
  },
  'mta-sts-several': {
    states: ['bad'],
    title: 'Several MTA-STS records',
    meaning: 'More than one TXT record at `_mta-sts` is an MTA-STS record.',
    importance: 'Senders then behave as if there were none.',
    effect: 'Mail servers ignore the policy.',
    remedies: zoneFile('Keep only one record at `_mta-sts`.'),
    source: sources.sts('3.1'),
  },
  'mta-sts-not-enforced': {
    states: ['note'],
    title: 'MTA-STS is in testing mode',
    meaning: 'The mode of the policy is testing.',
    importance: 'Senders report what would fail, but deliver as if there were no policy.',
    effect: 'If TLS fails, mail servers may deliver without it.',
    remedies: {
      'Any server':
        'When the TLS reports show no problems, set `mode: enforce` in the policy and a new id in the record.',
    },
    source: sources.sts('5'),
  },
  'mta-sts-withdrawn': {
    states: ['note'],
    title: 'MTA-STS is withdrawn (mode none)',
    meaning: 'The mode of the policy is none, which is meant for taking MTA-STS away again.',
    importance: 'Senders behave as if there were no policy, and forget the one that they had cached.',
    effect: 'If TLS fails, mail servers may deliver without it.',
    remedies: zoneFile(
      'Remove the record and the policy once the longest max_age that was ever published has passed. To use MTA-STS again, start with `mode: testing`.',
    ),
    source: sources.sts('8.3'),
  },
  'mta-sts-policy-unavailable': {
    states: ['bad'],
    title: 'The MTA-STS policy cannot be fetched',
    meaning:
      'There is a record, but the policy cannot be fetched the way senders do: over HTTPS, with a valid certificate, without a redirect.',
    importance: 'Senders that have not cached the policy deliver without protection.',
    effect: 'Mail servers behave as if there were no policy, except while they have it in their cache.',
    remedies: {
      'Any server':
        'Serve the policy with status 200, without a redirect, and with a certificate for the domain’s mta-sts host.',
    },
    source: sources.sts('3.3'),
  },
  'mta-sts-mx-not-allowed': {
    states: ['warn', 'bad'],
    title: 'MTA-STS does not allow a mail server of the domain',
    meaning: 'No mx line of the policy matches the name in an MX record.',
    importance:
      'In mode enforce, senders must not deliver to this server. In mode testing, they deliver and report it.',
    effect: 'In mode enforce, senders do not use it. If there is no other server, mail bounces.',
    remedies: { 'Any server': 'Add the name to the policy, then set a new id in the record.' },
    source: sources.sts('4.1'),
  },
  'mta-sts-syntax': {
    states: ['bad'],
    title: 'MTA-STS record or policy has errors',
    meaning: 'The record or the policy is not valid.',
    importance: 'Senders behave as if there were none.',
    effect: 'Mail servers deliver without protection.',
    remedies: { 'Any server': 'Correct the given line, then set a new id in the record.' },
    source: sources.sts('3.2'),
  },
  'mta-sts-short-lived': {
    states: ['note'],
    title: 'The MTA-STS policy is cached for less than a day',
    meaning: 'Its max_age is below 86400 seconds.',
    importance: 'An attacker who can block the policy for that time can also prevent TLS. Weeks are usual.',
    effect: 'Senders soon drop the policy from their cache.',
    remedies: { 'Any server': 'Set `max_age: 604800` or more.' },
    source: sources.sts('3.2'),
  },
  'mta-sts-media-type': {
    states: ['note'],
    title: 'The MTA-STS policy is not served as plain text',
    meaning: 'Its media type is not text/plain.',
    importance: 'Senders may require this type.',
    effect: 'Most mail servers accept it anyway.',
    remedies: { 'Any server': 'Serve the file as `text/plain`.' },
    source: sources.sts('3.2'),
  },
  'tls-reports-wanted': {
    states: ['good'],
    title: 'TLS reporting is enabled (TLS-RPT)',
    meaning: 'The domain has an address for reports from senders about TLS.',
    importance: 'You learn about TLS problems before mail is lost.',
    effect: 'Large mail providers send a report each day.',
    remedies: nothingToMend,
    source: sources.tlsReports,
  },
  'tls-reports-missing': {
    states: ['note'],
    title: 'No TLS reporting (TLS-RPT)',
    meaning: 'The domain has MTA-STS or DANE, but no TLS-RPT record.',
    importance: 'A mistake in the policy, a certificate or a TLSA record blocks mail without anybody noticing.',
    effect: 'Senders send no reports.',
    remedies: zoneFile('Add `_smtp._tls TXT "v=TLSRPTv1; rua=mailto:tls@example.com"`.'),
    source: sources.tlsReports,
  },
  'tls-reports-syntax': {
    states: ['warn'],
    title: 'TLS-RPT record has errors',
    meaning: 'There are several records, or the record has no usable address.',
    importance: 'Senders behave as if there were none.',
    effect: 'Senders send no reports.',
    remedies: zoneFile('Keep a single record: `_smtp._tls TXT "v=TLSRPTv1; rua=mailto:tls@example.com"`.'),
    source: sources.tlsReports,
  },
  'bimi-logo': {
    states: ['good'],
    title: 'A logo is published (BIMI)',
    meaning:
      'The record refers to a logo that can be fetched and meets the parts of the profile that were checked. A mark certificate is not verified.',
    importance: 'Some mail programs show the logo beside messages.',
    effect: 'Each mail program decides whether to show it, and whether to require a mark certificate.',
    remedies: nothingToMend,
    source: sources.bimi,
  },
  'bimi-without-policy': {
    states: ['warn'],
    title: 'BIMI without enforced DMARC',
    meaning:
      'There is a BIMI record, but the DMARC policy is none or missing, does not apply to all mail, or is none for subdomains.',
    importance: 'Mail programs show a logo only for domains that are protected against forgery.',
    effect: 'Mail programs show no logo.',
    remedies: zoneFile('Set the DMARC policy to `quarantine` or `reject`, and remove `sp=none` and `pct`.'),
    source: sources.bimi,
  },
  'bimi-unusable': {
    states: ['warn'],
    title: 'The BIMI logo cannot be used',
    meaning: 'The record or the logo does not meet the requirements of mail programs.',
    importance: 'The logo is not shown.',
    effect: 'Mail programs show no logo.',
    remedies: {
      'Any server': 'Serve the logo over HTTPS as SVG Tiny PS, with a title and without scripts or external content.',
    },
    source: sources.bimi,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
