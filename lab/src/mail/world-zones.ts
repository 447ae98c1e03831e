import type { MailCertificates } from './certificates.ts';
import { policyDomains } from './policy-server.ts';
import type { MailZone } from './signed-zones.ts';
import { smtpAddresses as at } from './smtp-servers.ts';

/** Which servers take the mail of the domains whose servers are tested. */
const mailDomains = {
  'sound.test': ['sound'],
  'clear.test': ['clear'],
  'expired.test': ['expired'],
  'other.test': ['other-name'],
  'mixed.test': ['sound', 'clear'],
  'opensmtpd.test': ['opensmtpd', 'opensmtpd-clear'],
  'grey.test': ['greylisting'],
  'closed.test': ['closed'],
  'slow.test': ['hanging', 'tarpit', 'sound'],
  'broken-tls.test': ['garbage', 'closing', 'refusing', 'sound'],
  'tlsa-broken.test': ['broken'],
  'tlsa-right.test': ['right'],
  'tlsa-wrong.test': ['wrong'],
  'tlsa-rollover.test': ['rollover'],
  'tlsa-next-first.test': ['next-first'],
  'tlsa-authority.test': ['authority'],
  'tlsa-alias.test': ['alias'],
  'tlsa-wildcard.test': ['wild'],
  'tlsa-unusable.test': ['unusable'],
  'tlsa-clear.test': ['no-tls'],
  'tlsa-flood.test': ['flood'],
  'tlsa-closed.test': ['gone'],
} as const;

const wrong = 'ab'.repeat(32);

function hosts({ digests: { key, issuer } }: MailCertificates): string {
  return `
sound A ${at.sound}
clear A ${at.clear}
expired A ${at.expired}
other-name A ${at.otherName}
opensmtpd A ${at.opensmtpd}
opensmtpd-clear A ${at.opensmtpdClear}
greylisting A ${at.greylisting}
hanging A ${at.hanging}
tarpit A ${at.tarpit}
closed A ${at.closed}
garbage A ${at.garbage}
closing A ${at.closing}
refusing A ${at.refusing}
broken A ${at.closing}
_25._tcp.broken TLSA 3 1 1 ${key}
gone A ${at.closed}
_25._tcp.gone TLSA 3 1 1 ${key}
right A ${at.sound}
_25._tcp.right TLSA 3 1 1 ${key}
wrong A ${at.sound}
_25._tcp.wrong TLSA 3 1 1 ${wrong}
rollover A ${at.sound}
_25._tcp.rollover TLSA 3 1 1 ${key}
_25._tcp.rollover TLSA 3 1 1 ${wrong}
next-first A ${at.sound}
_25._tcp.next-first TLSA 3 1 1 00${wrong.slice(2)}
_25._tcp.next-first TLSA 3 1 1 ${key}
authority A ${at.sound}
_25._tcp.authority TLSA 2 1 1 ${issuer}
alias A ${at.sound}
_25._tcp.alias CNAME _dane
_dane TLSA 3 1 1 ${key}
wild A ${at.sound}
*._tcp.wild TLSA 3 1 1 ${key}
unusable A ${at.sound}
_25._tcp.unusable TLSA 1 1 1 ${key}
_25._tcp.unusable TLSA 3 1 1 abcd
flood A ${at.sound}
${Array.from({ length: 90 }, (_, index) => `_25._tcp.flood TLSA 2 1 1 ${String(index).padStart(64, '0')}`).join('\n')}
no-tls A ${at.clear}
_25._tcp.no-tls TLSA 3 1 1 ${key}
`;
}

const own = (key: string) => `@ MX 10 in\nin A ${at.sound}\n_25._tcp.in TLSA 3 1 1 ${key}\n`;

/** Domains with mail servers of the world, and with policies. */
export function worldZones(certificates: MailCertificates): Record<string, MailZone> {
  const { key } = certificates.digests;
  const served = Object.entries(mailDomains).map(([domain, names]) => [
    domain,
    { text: names.map((name, index) => `@ MX ${10 * (index + 1)} ${name}.mx.test.\n`).join('') },
  ]);
  const policies = Object.keys(policyDomains).map((domain) => [
    domain,
    {
      text: `@ MX 10 ${domain === 'broken-sts.test' ? 'garbage' : 'sound'}.mx.test.
_mta-sts TXT "v=STSv1; id=1"
mta-sts A 127.0.0.1
_dmarc TXT "v=DMARC1; p=reject"
default._bimi TXT "v=BIMI1; l=https://mta-sts.${domain}/logo.svg"
`,
      signing: 'unsigned',
    },
  ]);
  return {
    ...Object.fromEntries(served),
    ...Object.fromEntries(policies),
    'mx.test': { text: hosts(certificates) },
    // Zones where the chain to the TLSA records breaks at different places.
    'plain.test': { text: own(key), signing: 'unsigned' },
    'bogus.test': { text: own(key), signing: 'bogus' },
    'signed-to-plain.test': { text: '@ MX 10 in.plain.test.' },
    'plain-to-signed.test': { text: '@ MX 10 right.mx.test.', signing: 'unsigned' },
    'listed.test': { text: '@ MX 10 other-name.mx.test.', signing: 'unsigned' },
  };
}
