import type { Explanation } from '../explanation.ts';
import { dnssecExplanations } from './dnssec-explanations.ts';
import { mailExplanations } from './mail-explanations.ts';
import { resolverExplanations } from './resolver-explanations.ts';

const cname = { name: 'RFC 1034, section 3.6.2', url: 'https://www.rfc-editor.org/rfc/rfc1034#section-3.6.2' };
const secondaries = { name: 'RFC 2182, section 5', url: 'https://www.rfc-editor.org/rfc/rfc2182#section-5' };
const ttl = { name: 'RFC 8767, section 4', url: 'https://www.rfc-editor.org/rfc/rfc8767#section-4' };
const caa = { name: 'RFC 8659, section 3', url: 'https://www.rfc-editor.org/rfc/rfc8659#section-3' };
const nothingToMend = 'No action needed.';

const zoneExplanations = {
  'alias-and-other-data': {
    states: ['bad'],
    title: 'CNAME beside other records',
    meaning: 'A name has a CNAME record and other records as well. A name with an alias must have nothing else.',
    importance: 'Which of the records a client gets depends on what its resolver asked for first.',
    effect:
      'Resolvers follow the alias and hide the other records, or the other way round. Mail may bounce, and checks of the domain may fail now and then.',
    remedies: {
      'Zone file':
        'Keep the CNAME or the other records. At the top of a zone (where SOA and NS are) use A and AAAA records, or the ALIAS or flattening function of the provider.',
    },
    source: cname,
  },
  'alias-unknown': {
    states: ['unknown'],
    title: 'Target of the alias could not be determined',
    meaning: 'Nothing was found at the end of the alias, but some questions about it were not answered.',
    importance: 'A name server that fails for a moment looks like a target that is gone.',
    effect: 'Clients that get no answer either cannot reach the name now.',
    remedies: 'Whether anything is to be mended is not known. Look the name up again later.',
    source: cname,
  },
  'name-servers-several': {
    states: ['good'],
    title: 'Several name servers',
    meaning: 'The zone has more than one name server. Whether they stand in different networks is not judged here.',
    importance: 'When one of them is down, the others answer.',
    effect: 'Resolvers ask another server when one does not answer.',
    remedies: nothingToMend,
    source: secondaries,
  },
  'name-server-single': {
    states: ['warn'],
    title: 'Only one name server',
    meaning: 'The zone names a single name server.',
    importance: 'When that server or its network is down, every name of the zone stops working, mail included.',
    effect: 'Resolvers answer SERVFAIL while it is down, and browsers say that the server was not found.',
    remedies: {
      'Zone file': 'Add a second NS record that names a server in another network.',
      Registrar: 'Enter the second name server for the domain, too.',
    },
    source: secondaries,
  },
  'ttl-usual': {
    states: ['good'],
    title: 'Times to live are in the usual range',
    meaning: 'No record has a time to live of 0 or of more than a week.',
    importance: 'Resolvers can keep the records for a while, and changes arrive within days.',
    effect: 'Resolvers keep each record as long as the zone says.',
    remedies: nothingToMend,
    source: ttl,
  },
  'ttl-zero': {
    states: ['note'],
    title: 'Time to live of 0',
    meaning: 'A record came with the time to live 0: it may not be kept at all.',
    importance: 'Every visit costs a question to the name servers, and an outage of theirs shows at once.',
    effect: 'Resolvers ask again for every client; some keep the record for a few seconds anyway.',
    remedies: { 'Zone file': 'Set a time to live of 300 seconds or more, such as: `www 300 IN A 192.0.2.1`.' },
    source: { name: 'RFC 1912, section 2.2', url: 'https://www.rfc-editor.org/rfc/rfc1912#section-2.2' },
  },
  'ttl-long': {
    states: ['note'],
    title: 'Time to live of more than a week',
    meaning: 'A record may be kept by resolvers for more than seven days.',
    importance: 'After a change or a mistake, some clients use the old record all that time.',
    effect: 'Many resolvers keep it for seven days at most, others as long as the zone says.',
    remedies: { 'Zone file': 'Set a time to live of 86400 seconds or less; shorten it before a planned change.' },
    source: ttl,
  },
  'caa-published': {
    states: ['good'],
    title: 'Certificate authorities are named',
    meaning: 'CAA records name the authorities that may issue certificates for the name.',
    importance: 'No other authority may issue a certificate, even if somebody tricks it into believing them.',
    effect: 'Certificate authorities read the records before they issue. Browsers do not.',
    remedies: nothingToMend,
    source: caa,
  },
  'caa-missing': {
    states: ['note'],
    title: 'No CAA records',
    meaning: 'No CAA record of this zone names an authority. Records of the parent domain would count as well.',
    importance: 'Any certificate authority may issue a certificate for the domain.',
    effect: 'Certificate authorities issue to whoever proves control of the name. Browsers do not look.',
    remedies: {
      'Zone file':
        'Name your authority: `example.com. CAA 0 issue "letsencrypt.org"`. Add `0 iodef "mailto:..."` for reports.',
    },
    source: caa,
  },
  'records-unknown': {
    states: ['unknown'],
    title: 'Some records could not be read',
    meaning: 'The resolver gave no complete answer for some record types.',
    importance: 'What they say is not known. That they are missing from the answer does not mean that there are none.',
    effect: 'Clients that need these records may fail in the same way.',
    remedies: {
      'Name server': 'See that every name server of the zone answers for every type, by UDP and by TCP.',
      Firewall: 'Let DNS through on port 53 by UDP and by TCP.',
    },
    source: { name: 'RFC 7766, section 5', url: 'https://www.rfc-editor.org/rfc/rfc7766#section-5' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;

export const dnsExplanations = {
  ...zoneExplanations,
  ...mailExplanations,
  ...dnssecExplanations,
  ...resolverExplanations,
} as const;
