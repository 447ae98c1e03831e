import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { DmarcPart } from '../../mail/dmarc.ts';
import { SpfPart } from '../../mail/spf.ts';
import { booleanField, optionalAddressField } from '../../query.ts';
import { isEssential } from '../../reading.ts';
import { defineTool } from '../../tool.ts';
import { MIB, workLimits } from '../../work-limits.ts';
import { DaneName } from './data/dane.ts';
import { DkimSearch, DkimSelector } from './data/dkim.ts';
import { mailDomainField, selectorsField, senderField } from './data/query.ts';
import { BlocklistAnswer, MailExchange, MailServer, mxKinds } from './data/servers.ts';
import { BimiPart, MtaStsPart, TlsRptPart } from './data/transport.ts';

const exchangers = {
  mx: described(
    z.array(MailExchange),
    'The servers that accept mail for the domain (MX), in the order in which senders try them.',
  ),
  mxKind: described(
    z.nullable(z.enum(mxKinds)),
    'mx: MX records; implicit: no MX records, so senders use the domain’s address (RFC 5321 section 5.1); null: a null MX, which refuses mail (RFC 7505); none: neither MX nor address; null if not determined.',
    'mx',
  ),
};
const spf = described(
  z.nullable(SpfPart),
  'SPF: which hosts may send mail on behalf of the domain (RFC 7208); null if not determined.',
);
const dkim = {
  dkim: described(
    z.array(DkimSelector),
    'DKIM selectors that have a key, and all that are named in the query or used by a provider.',
  ),
  dkimSearch: described(
    z.nullable(DkimSearch),
    'The overall result of the search for DKIM keys; null if not determined.',
  ),
};
const dmarc = described(
  z.nullable(DmarcPart),
  'DMARC: what receivers should do with mail that fails authentication (RFC 9989); null if not determined.',
);
const mtaSts = described(
  z.nullable(MtaStsPart),
  'MTA-STS: whether senders must use TLS (RFC 8461); null if not determined.',
);
const tlsRpt = described(
  z.nullable(TlsRptPart),
  'TLS reporting: where reports about TLS are sent (RFC 8460); null if not determined.',
);
const bimi = described(z.nullable(BimiPart), 'BIMI: the logo of the domain; null if not determined.');
const servers = described(
  z.array(MailServer),
  'The mail servers on port 25, by address; empty if they were not checked.',
);
const dane = described(
  z.nullable(z.array(DaneName)),
  'DANE: TLSA records of the mail servers, without names that have none; null if not determined.',
);
const lists = described(
  z.array(BlocklistAnswer),
  'The answers of the blocklists configured by the operator of this server; empty without any.',
);

const data = z.object({
  domain: isEssential(described(z.string(), 'The domain in the query, as A-labels (RFC 5890).', 'example.com')),
  isParked: described(
    z.nullable(z.boolean()),
    'True if the domain declares that it neither accepts nor sends mail: a null MX or none, an SPF record that allows no sender, DMARC reject; null if that could not be determined.',
    false,
  ),
  ...exchangers,
  spf,
  ...dkim,
  dmarc,
  mtaSts,
  tlsRpt,
  bimi,
  servers,
  dane,
  lists,
});
export type MailData = z.infer<typeof data>;

const part = <const Name extends string, const Shape extends z.core.$ZodShape>(name: Name, shape: Shape) =>
  z.object({ part: isEssential(described(z.literal(name), 'The part of the answer.', name)), ...shape });

export const mail = defineTool({
  id: 'mail',
  path: '/api/v2/mail',
  title: 'Mail',
  summary: 'Whether mail arrives, and who can send it in a domain’s name',
  query: z.object({
    domain: described(mailDomainField, 'A domain name, or an email address, whose domain is used.', 'example.com'),
    selectors: described(selectorsField, 'DKIM selectors to query, comma separated, at most 20.', 's1,s2'),
    ip: described(
      optionalAddressField('ip'),
      'The address of a sending server, for which SPF is evaluated.',
      '192.0.2.25',
    ),
    sender: described(
      senderField,
      'The envelope sender for the evaluation of SPF, an email address or a domain; default: postmaster of the domain.',
      'news@example.com',
    ),
    smtp: described(
      booleanField('smtp', { default: true }),
      'false (or 0): do not connect to the mail servers. Default: true.',
      'false',
    ),
  }),
  target: 'domain',
  targetKinds: ['domain'],
  report: { order: 40, question: ({ target }) => ({ domain: target }) },
  contacts: ['resolvers', 'targets', 'blocklists'],
  data,
  progress: z.discriminatedUnion('part', [
    part('mx', exchangers),
    part('spf', { spf }),
    part('dkim', dkim),
    part('dmarc', { dmarc }),
    part('mtaSts', { mtaSts }),
    part('tlsRpt', { tlsRpt }),
    part('bimi', { bimi }),
    part('servers', { servers }),
    part('dane', { dane }),
    part('lists', { lists }),
  ]),
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    ...([
      'nxdomain',
      'servfail',
      'refused',
      'not-implemented',
      'error-code',
      'no-public-dns',
      'timeout',
      'invalid-response',
    ] as const),
    ...(['special-use', 'denied', 'unreachable'] as const),
  ],
  freshMs: () => 300_000,
  recheckMs: 10_000,
  cost: 6,
  capacity: { lookups: 32, perTarget: 2 },
  most: workLimits({ questions: 400, connections: 120, octetsIn: 8 * MIB, decodingMs: 500 }),
  deadlineMs: () => 25_000,
  example: { domain: 'example.com' },
});
