import type { Check } from '../../finding/check.ts';
import { privateUseOf } from '../../finding/names/private-address.ts';
import { counted } from '../../text/counted.ts';
import type { dns } from './contract.ts';

interface Answer {
  readonly records: readonly { readonly recordName: string; readonly data: readonly (readonly string[])[] }[];
}

const has = ({ records }: Answer, type: string) => records.some(({ recordName }) => recordName === type);

const hasPrivate = ({ records }: Answer) =>
  records
    .filter(({ recordName }) => recordName === 'A' || recordName === 'AAAA')
    .some(({ data }) => data.some(([, address = '']) => privateUseOf(address) !== null));

export const dnsChecks: readonly Check<typeof dns>[] = [
  {
    id: 'records',
    title: 'Records',
    codes: ['records-unknown', 'resolver-declined', 'answer-filtered', 'answer-stale'],
    withoutFindings: ({ records }) => counted(records.flatMap(({ data }) => data).length, 'record'),
  },
  {
    id: 'addresses',
    title: 'Addresses',
    codes: ['private-address', 'alias-and-other-data'],
    applies: (answer) => has(answer, 'A') || has(answer, 'AAAA'),
    withoutFindings: (answer) => (hasPrivate(answer) ? 'Private, as the name is' : 'Public addresses only'),
  },
  {
    id: 'aliases',
    title: 'Aliases',
    codes: ['alias-resolved', 'alias-dangling', 'alias-open-to-takeover', 'alias-unknown'],
    applies: (answer) => has(answer, 'CNAME'),
    withoutFindings: () => null,
  },
  {
    id: 'servers',
    title: 'Name servers',
    codes: ['name-servers-several', 'name-server-single', 'servers-reason'],
    applies: (answer) => has(answer, 'NS'),
    withoutFindings: () => null,
  },
  {
    id: 'dnssec',
    title: 'DNSSEC',
    codes: [
      'dnssec-validated',
      'dnssec-failed',
      'dnssec-without-keys',
      'dnssec-unsigned',
      'dnssec-not-sent',
      'dnssec-partly-signed',
      'dnssec-not-validated',
      'dnssec-reason',
      'dnssec-reason-bare',
    ],
  },
  {
    id: 'caching',
    title: 'Caching',
    codes: ['ttl-usual', 'ttl-zero', 'ttl-long'],
  },
  {
    id: 'caa',
    title: 'CAA',
    codes: ['caa-published', 'caa-missing', 'caa-wildcards-only', 'caa-not-understood'],
    // Below the top of a zone, the records of a name above it apply.
    applies: (answer) => has(answer, 'CAA'),
    withoutFindings: () => null,
  },
  {
    id: 'mail',
    title: 'Mail servers',
    codes: ['mx-published', 'mx-address', 'mx-alias', 'mx-null', 'mx-null-and-others'],
    applies: (answer) => has(answer, 'MX'),
    withoutFindings: () => null,
  },
  {
    id: 'spf',
    title: 'SPF',
    codes: [
      'spf-published',
      'spf-missing',
      'spf-several',
      'spf-too-many-lookups',
      'spf-passes-all',
      'spf-neutral',
      'spf-syntax',
      'spf-wide',
    ],
  },
  {
    id: 'dmarc',
    title: 'DMARC',
    codes: ['dmarc-partial', 'dmarc-enforced', 'dmarc-none', 'dmarc-several', 'dmarc-invalid'],
  },
  {
    id: 'resolvers',
    title: 'Public resolvers',
    codes: ['resolvers-agree', 'resolvers-differ', 'resolvers-silent'],
    applies: ({ publicAnswers }) => publicAnswers !== null,
    withoutFindings: () => null,
  },
];
