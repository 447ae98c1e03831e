import type { Reading } from '../../reading.ts';
import type { Table } from '../../table/table.ts';
import { formatUtc } from '../../text/format-utc.ts';
import { yesOrNo } from '../../text/yes-or-no.ts';
import type { delegation } from './contract.ts';

type Answer = Reading<typeof delegation.answer>;
type Zone = Answer['zones'][number];

/** The verdict, then its basis: zones, DS records, keys, signatures, steps of the chain, servers and their addresses. */
export function delegationTables(answer: Answer): readonly Table[] {
  const { zones, servers, edges, details } = answer;
  const each = (title: string, columns: readonly string[], rowsOf: (zone: Zone) => readonly (readonly unknown[])[]) =>
    table(
      title,
      ['Zone', ...columns],
      zones.flatMap((zone) => rowsOf(zone).map((row) => [zone.name, ...row])),
    );
  return [
    table('Delegation', ['Field', 'Value'], factsOf(answer)),
    table(
      'Zones',
      ['Zone', 'Verdict', 'Reason', 'Name servers of the parent', 'Name servers of the zone', 'No DS proven by'],
      zones.map(({ name, status, why, ns, ownNs, dsDenial }) => [
        ...[name, status, why, ns, ownNs],
        dsDenial && [dsDenial.method, dsDenial.result],
      ]),
    ),
    each('DS records', ['Key tag', 'Algorithm', 'Digest type', 'Digest', 'State'], ({ ds }) =>
      ds.map(({ keyTag, algorithm, digestType, digest, state }) => [keyTag, algorithm, digestType, digest, state]),
    ),
    each('Keys', ['Key tag', 'Algorithm', 'Bits', 'Flags', 'Proven by the chain', 'DS record', 'Servers'], ({ keys }) =>
      keys.map((key) => [key.keyTag, key.algorithmName, key.bits, key.flags, key.isTrusted, key.ds, key.servers]),
    ),
    each('Signatures', ['Covers', 'Key tag', 'From', 'Until', 'State', 'Servers'], ({ signatures }) =>
      signatures.map(({ covers, keyTag, from, until, state, servers: at }) => [
        ...[covers, keyTag, from && formatUtc(from), until && formatUtc(until), state, at],
      ]),
    ),
    table(
      'Steps of the chain',
      ['Zone', 'From', 'To', 'Holds', 'Why not'],
      edges.map(({ zone, from, to, ok, why }) => [zone, from, to, ok, why]),
    ),
    table(
      'Servers',
      serverColumns.map(([title]) => title),
      servers.map((one) => serverColumns.map(([, name]) => one[name])),
    ),
    table(
      'Addresses of the servers',
      ['Server', 'Addresses', 'From the parent', 'From the zone', 'Problem'],
      details.nsHosts.map(({ name, addresses, glue, ownAddresses, problem }) => [
        ...[name, addresses, glue, ownAddresses, problem],
      ]),
    ),
  ];
}

const serverColumns: readonly (readonly [title: string, name: keyof Answer['servers'][number]])[] = [
  ['Zone', 'zone'],
  ['Server', 'name'],
  ['Address', 'address'],
  ['Answered', 'answered'],
  ['Reason', 'reason'],
  ['RCODE', 'rcode'],
  ['Authoritative', 'authoritative'],
  ['Serial', 'serial'],
  ['Name servers', 'ns'],
  ['UDP', 'udp'],
  ['TCP', 'tcp'],
  ['EDNS', 'edns'],
  ['Signatures', 'signed'],
  ['Denial', 'denial'],
  ['Recursion', 'recursion'],
  ['Transfer', 'transfer'],
  ['Time (ms)', 'timeMs'],
  ['NSID', 'nsid'],
];

function factsOf({ domain, zone, verdict, why, isPreFlight, nameExists, anchors, questions, details }: Answer) {
  const soa =
    details.soa && [details.soa.refresh, details.soa.retry, details.soa.expire, details.soa.minimum].join(' ');
  const facts: readonly (readonly [string, unknown])[] = [
    ['Domain', domain],
    ['Zone', zone],
    ['Verdict', verdict],
    ['Reason', why],
    ['Name exists', nameExists],
    ['Tested before publishing', isPreFlight],
    ['Trust anchors', anchors],
    ['Primary server', details.soa?.mname],
    ['Refresh, retry, expire, minimum', soa],
    ['CDS records', details.cds],
    ['Questions', questions],
  ];
  return facts.filter(([, value]) => value !== null && value !== undefined && text(value) !== '');
}

function table(title: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): Table {
  return { title, columns, rows: rows.map((row) => row.map(text)) };
}

/** Formats a value; empty if it is not known. */
function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return yesOrNo(value).toLowerCase();
  return Array.isArray(value) ? value.filter((one) => one !== null).join(' ') : String(value);
}
