import * as z from 'zod/mini';
import { described } from '../described.ts';
import { DaneName } from '../mail/dane.ts';
import { DkimSearch, DkimSelector } from '../mail/dkim.ts';
import { DmarcPart } from '../mail/dmarc.ts';
import { mailDomainField, selectorsField, senderField } from '../mail/query.ts';
import { BlocklistAnswer, MailExchange, MailServer, mxKinds } from '../mail/servers.ts';
import { SpfPart } from '../mail/spf.ts';
import { BimiPart, MtaStsPart, TlsRptPart } from '../mail/transport.ts';
import { booleanField, optionalAddressField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { defineTool } from '../tool.ts';

const exchangers = {
  mx: described(
    z.array(MailExchange),
    'The servers that accept mail for the domain, in the order in which senders try them.',
  ),
  mxKind: described(
    z.nullable(z.enum(mxKinds)),
    'mx: MX records; implicit: none, but the domain has an address, which senders then use (RFC 5321 section 5.1); null: a null MX, it takes no mail (RFC 7505); none: neither; null where that could not be determined.',
    'mx',
  ),
};
const spf = described(
  z.nullable(SpfPart),
  'Which hosts may send mail in the name of the domain (RFC 7208); null if it was not determined.',
);
const dkim = {
  dkim: described(z.array(DkimSelector), 'Selectors that have a key, and all that were given or that a provider uses.'),
  dkimSearch: described(z.nullable(DkimSearch), 'What the selectors show as a whole; null if it was not determined.'),
};
const dmarc = described(
  z.nullable(DmarcPart),
  'What receivers should do with mail that fails authentication (RFC 9989); null if it was not determined.',
);
const mtaSts = described(
  z.nullable(MtaStsPart),
  'Whether senders insist on TLS (RFC 8461); null where it was not determined.',
);
const tlsRpt = described(
  z.nullable(TlsRptPart),
  'Where reports about TLS go (RFC 8460); null where it was not determined.',
);
const bimi = described(z.nullable(BimiPart), 'The logo of the domain; null where it was not determined.');
const servers = described(
  z.array(MailServer),
  'What the mail servers say on port 25, by address; empty where they were not asked.',
);
const dane = described(
  z.nullable(z.array(DaneName)),
  'TLSA records of the mail servers; names without any are left out. Null where that was not determined.',
);
const lists = described(
  z.array(BlocklistAnswer),
  'What the blocklists say that the operator of this server has chosen; empty without any.',
);

const data = z.object({
  domain: isEssential(described(z.string(), 'The domain of the query, as A-labels (RFC 5890).', 'example.com')),
  isParked: described(
    z.nullable(z.boolean()),
    'The domain states by all means that it neither accepts nor sends mail: null MX or none, SPF that lets nobody send, DMARC reject; null where that could not be determined.',
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
  z.object({ part: isEssential(described(z.literal(name), 'Which part.', name)), ...shape });

export const mail = defineTool({
  id: 'mail',
  path: '/api/v2/mail',
  title: 'Mail',
  summary: 'Whether mail arrives, and who can write in the name of a domain',
  query: z.object({
    domain: described(mailDomainField, 'A domain name; of an email address, its domain.', 'example.com'),
    selectors: described(selectorsField, 'DKIM selectors to ask for, comma separated, 20 at most.', 's1,s2'),
    ip: described(
      optionalAddressField('ip'),
      'The address of a sending server: SPF is evaluated for it.',
      '192.0.2.25',
    ),
    sender: described(
      senderField,
      'The envelope sender for that, an email address or a domain; without it postmaster of the domain.',
      'news@example.com',
    ),
    smtp: described(
      booleanField('smtp', { default: true }),
      'false (or 0): do not connect to the mail servers.',
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
    ...(['nxdomain', 'servfail', 'refused', 'no-public-dns', 'timeout', 'invalid-response'] as const),
    ...(['special-use', 'denied', 'unreachable'] as const),
  ],
  freshMs: () => 300_000,
  recheckMs: 10_000,
  cost: 6,
  capacity: { lookups: 32, perTarget: 2 },
  deadlineMs: () => 25_000,
  example: { domain: 'example.com' },
});
