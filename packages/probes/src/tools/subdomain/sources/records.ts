import { type DnsReply, NetFailure } from '../../../net/net.ts';
import { typeNumber } from '../../../protocols/dns-message/record-types.ts';
import { prefixesIn } from '../names.ts';
import type { Source, SourceContext } from './source.ts';

const ownTypes = ['MX', 'NS', 'SOA', 'TXT', 'CAA', 'HTTPS', 'SVCB', 'CNAME', 'NAPTR'].map(typeNumber);
const TXT = typeNumber('TXT');
const SRV = typeNumber('SRV');
const SOA = typeNumber('SOA');
/** Where mail policies, report addresses and signing keys are published (RFC 7489, 8460, 8461, 6376). */
const policyNames = ['_dmarc', '_smtp._tls', '_mta-sts', 'default._bimi', '_domainkey'];
/** Services with SRV records: RFC 2782, 6120, 6186, 6764, 3263, 4120, and those of large vendors. */
const tcpServices = [
  ...['sip', 'sips', 'sipfederationtls', 'xmpp-client', 'xmpp-server', 'imap', 'imaps', 'pop3', 'pop3s', 'submission'],
  ...[
    'submissions',
    'caldav',
    'caldavs',
    'carddav',
    'carddavs',
    'autodiscover',
    'ldap',
    'ldaps',
    'kerberos',
    'kpasswd',
  ],
  ...['gc', 'h323cs', 'stun', 'turn', 'turns', 'jabber', 'matrix', 'minecraft', 'ts3', 'http', 'https'],
].map((service) => `_${service}._tcp`);
const udpServices = ['sip', 'kerberos', 'stun', 'turn', 'ntp', 'ts3'].map((service) => `_${service}._udp`);

/** SPF policies include others (RFC 7208 section 4.6.4 allows ten lookups in all). */
const MAX_POLICIES = 10;

/** Names in the domain's other records: mail, name servers, policies, services. */
export const records: Source = {
  name: 'records',
  timeoutMs: 8000,
  find: async (context) => {
    const { domain } = context;
    const questions = [
      ...ownTypes.map((type) => ({ name: domain, type })),
      ...policyNames.map((label) => ({ name: `${label}.${domain}`, type: TXT })),
      ...[...tcpServices, ...udpServices].map((label) => ({ name: `${label}.${domain}`, type: SRV })),
    ];
    const asked = await Promise.all(
      questions.map(async ({ name, type }) => {
        const text = await textOf(context, name, type);
        if (text !== null) context.suggest(namesIn(text, domain));
        return text;
      }),
    );
    const answered = asked.filter((one) => one !== null);
    if (answered.length === 0) throw new NetFailure('timeout', 'none of the records could be read');
    await followPolicies(context, answered.join(' '));
  },
};

/** Follows SPF includes. Policy names begin with an underscore, so they are not suggested as hosts themselves. */
async function followPolicies(context: SourceContext, first: string): Promise<void> {
  const seen = new Set<string>();
  let text = first;
  while (seen.size < MAX_POLICIES) {
    const policies = includesIn(text, context.domain).filter((name) => !seen.has(name));
    if (policies.length === 0) return;
    for (const name of policies) seen.add(name);
    const texts = await Promise.all(policies.slice(0, MAX_POLICIES).map((name) => textOf(context, name, TXT)));
    text = texts.join(' ');
    context.suggest(namesIn(text, context.domain));
  }
}

function includesIn(text: string, domain: string): string[] {
  const names = [...text.matchAll(/(?:include:|redirect=)([a-z0-9._-]{1,253})/gi)].map(([, name]) => name ?? '');
  return [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => name.endsWith(`.${domain}`));
}

function namesIn(text: string, domain: string): string[] {
  return prefixesIn(text, domain).map((prefix) => `${prefix}.${domain}`);
}

/** The fields of all records of an answer as one text; null without a reply. */
async function textOf({ net, signal }: SourceContext, name: string, type: number): Promise<string | null> {
  try {
    return fieldsOf(await net.ask({ name, type }, signal));
  } catch (error) {
    if (signal.aborted || !(error instanceof NetFailure)) throw error;
    return null;
  }
}

/** Only the name server of an SOA record: its second name is a mail address (RFC 1035 section 3.3.13). */
function fieldsOf({ message }: DnsReply): string {
  return message.answers.flatMap(({ type, fields }) => (type === SOA ? fields.slice(0, 1) : fields)).join(' ');
}
