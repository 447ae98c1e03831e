import { BadgeCheck } from '../../ui/icons/lucide/badge-check.ts';
import { Inbox } from '../../ui/icons/lucide/inbox.ts';
import { KeyRound } from '../../ui/icons/lucide/key-round.ts';
import { Lock } from '../../ui/icons/lucide/lock.ts';
import { ShieldAlert } from '../../ui/icons/lucide/shield-alert.ts';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { type KeyValue, KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { type ColumnFormat, RecordTable } from '../../ui/tables/record-table.tsx';
import { breakable } from '../../ui/text/breakable-text.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { humaniseSeconds } from '../../ui/times/humanise-seconds.ts';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { bimiParts, dkimParts, dmarcParts, exchangeParts, listParts, transportParts } from './came-from.ts';
import type { MailAnswer } from './query.ts';

const MISSING = 'Not published';
const row = (label: string, value: string | null | undefined): KeyValue => ({
  label,
  value: value ?? null,
  mono: true,
});
const optional = (label: string, value: string | null | undefined): KeyValue[] =>
  value === null || value === undefined || value === '' ? [] : [row(label, value)];

/** The domain whose mail is checked. */
interface OfDomain {
  readonly domain: string;
}

/** IPv4 addresses stay in one line: a long name has to give way. */
const IPV4 = /((?<!\S)\d+(?:\.\d+){3}(?!\S))/;
const exchangeFormats: ReadonlyMap<string, ColumnFormat> = new Map([
  [
    'Addresses',
    {
      show: (text) =>
        shownText(text)
          .split(IPV4)
          .map((part) =>
            IPV4.test(part) ? (
              <span key={part} className="one-line">
                {part}
              </span>
            ) : (
              breakable(part)
            ),
          ),
    },
  ],
]);

const exchangeProblems: Readonly<Record<string, string>> = {
  alias: 'is an alias',
  address: 'is an address, not a host name',
  'no-address': 'has no address',
  'no-such-name': 'does not exist',
  'special-use': 'has no public address',
  'null-beside-others': 'null MX beside other MX records',
  unreachable: 'could not be looked up',
};

export function ExchangePanel({ domain, mx }: OfDomain & { readonly mx: MailAnswer['mx'] }) {
  if (mx.length === 0) return null;
  const rows = mx.map(({ preference, exchange, addresses, problem }) => [
    String(preference),
    exchange,
    problem === null ? addresses.join(' ') : [exchangeProblems[problem] ?? problem, ...addresses].join(' '),
  ]);
  return (
    <Panel title="Mail servers" icon={Inbox} count={mx.length}>
      <CameFrom what="the mail servers" parts={exchangeParts(domain, mx)} />
      <RecordTable
        label="Mail servers"
        titles={['Preference', 'Name', 'Addresses']}
        rows={rows}
        formats={exchangeFormats}
      />
    </Panel>
  );
}

const selectorStates: Readonly<Record<string, string>> = { found: 'key', absent: 'none', unknown: 'not determined' };

export function DkimPanel({
  domain,
  dkim,
  why,
}: OfDomain & { readonly dkim: MailAnswer['dkim']; readonly why: string | null }) {
  const rows = dkim.map(({ selector, state, provider, keyType, bits, isRevoked, isTesting, problem, aliases }) => [
    selector,
    isRevoked ? 'revoked' : (selectorStates[state] ?? state),
    keyType === null || isRevoked ? '' : `${keyType}${bits === null ? '' : ` ${bits}`}${isTesting ? ', test' : ''}`,
    [problem, provider, aliases.at(-1)].filter((one) => one !== null && one !== undefined).join(', '),
  ]);
  return (
    <Panel title="DKIM" icon={KeyRound} note={why ?? undefined}>
      <CameFrom what="DKIM" parts={dkimParts(domain)} />
      {rows.length > 0 && (
        <RecordTable label="DKIM selectors" titles={['Selector', 'State', 'Key', 'More']} rows={rows} />
      )}
    </Panel>
  );
}

export function DmarcPanel({ domain: asked, dmarc }: OfDomain & { readonly dmarc: NonNullable<MailAnswer['dmarc']> }) {
  const { record, domain, policy, policyTag, reports, organizationalDomain, organizationalDomainByList } = dmarc;
  const isDifferent = organizationalDomainByList !== null && organizationalDomain !== organizationalDomainByList;
  const rows = [
    row('Record', record),
    ...(record === null
      ? []
      : [
          row('Domain of the record', domain),
          row('Policy', policy === null ? null : `${policy} (${policyTag})`),
          row('Subdomains', dmarc.subdomainPolicy),
          row('Names that do not exist', dmarc.nonexistentPolicy),
          row(
            'Domains must match',
            `${matching(dmarc.alignmentSpf)} for SPF, ${matching(dmarc.alignmentDkim)} for DKIM`,
          ),
          ...reports.map(({ uri, kind, isAuthorized }) =>
            row(
              kind === 'ruf' ? 'Failure reports' : 'Reports',
              isAuthorized === false ? `${uri} (not authorized)` : uri,
            ),
          ),
        ]),
    row('Organizational domain', organizationalDomain),
    ...(isDifferent
      ? [
          row('Organizational domain (public suffix list)', organizationalDomainByList),
          row('Policy there', dmarc.policyByList),
        ]
      : []),
  ];
  return (
    <Panel title="DMARC" icon={ShieldCheck}>
      <CameFrom what="DMARC" parts={dmarcParts(asked, dmarc)} />
      <KeyValueList rows={unique(rows)} missing={MISSING} wide />
    </Panel>
  );
}

/** The alignment of RFC 9989 in words. */
function matching(alignment: string | null): string {
  if (alignment === 'strict') return 'exactly (strict)';
  return alignment === 'relaxed' ? 'by organization (relaxed)' : 'not said';
}

/** Labels are keys of the list, so repeated ones are numbered. */
function unique(rows: readonly KeyValue[]): KeyValue[] {
  return rows.map((one, index) => {
    const before = rows.slice(0, index).filter(({ label }) => label === one.label).length;
    return before === 0 ? one : { ...one, label: `${one.label} ${before + 1}` };
  });
}

type Transport = Pick<MailAnswer, 'mtaSts' | 'tlsRpt'>;

export function TransportPanel({ domain, mtaSts, tlsRpt }: OfDomain & Transport) {
  const rows = [
    ...(mtaSts === null
      ? []
      : [
          row('MTA-STS record', mtaSts.record),
          ...(mtaSts.record === null ? [] : [row('Mode', mtaSts.mode ?? mtaSts.failure)]),
          ...optional('Policy', mtaSts.policyUrl),
          ...optional('Allowed names', mtaSts.patterns.join(' ')),
          ...optional('Names not allowed', mtaSts.unmatched.join(' ')),
          ...optional(
            'Cached for',
            mtaSts.maxAgeSeconds === null
              ? null
              : `${humaniseSeconds(mtaSts.maxAgeSeconds)} (${mtaSts.maxAgeSeconds} s)`,
          ),
        ]),
    ...(tlsRpt === null ? [] : [row('TLS-RPT record', tlsRpt.record)]),
  ];
  return (
    <Panel title="Protection in transit" icon={Lock}>
      <CameFrom what="the protection in transit" parts={transportParts(domain)} />
      <KeyValueList rows={rows} missing={MISSING} wide />
    </Panel>
  );
}

export function BimiPanel({ bimi }: { readonly bimi: NonNullable<MailAnswer['bimi']> }) {
  if (bimi.record === null) return null;
  const rows = [
    row('Record', bimi.record),
    ...optional('Logo', bimi.logoUrl),
    ...optional('Size', bimi.logoOctets === null ? null : `${bimi.logoOctets} octets`),
    ...optional('Not fetched', bimi.logoFailure),
    ...optional('Deviates from the profile', bimi.logoProblems.join(', ')),
    ...optional('Mark certificate (not verified)', bimi.certificateUrl),
  ];
  return (
    <Panel title="Logo (BIMI)" icon={BadgeCheck}>
      <CameFrom what="the logo" parts={bimiParts(bimi)} />
      <KeyValueList rows={rows} missing={MISSING} wide />
    </Panel>
  );
}

export function ListsPanel({ lists }: { readonly lists: MailAnswer['lists'] }) {
  if (lists.length === 0) return null;
  const rows = lists.map(({ list, subject, state, answers, text }) => [
    list,
    subject ?? '',
    state,
    [...answers, text].filter((one) => one !== null).join(' '),
  ]);
  return (
    <Panel title="Blocklists" icon={ShieldAlert} count={lists.length}>
      <CameFrom what="the blocklists" parts={listParts(lists)} />
      <RecordTable label="Blocklists" titles={['List', 'Looked up', 'State', 'Answer']} rows={rows} />
    </Panel>
  );
}
