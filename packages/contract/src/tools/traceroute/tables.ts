import type { Reading } from '../../reading.ts';
import { factTable, type LabelledValue, type Table } from '../../table/table.ts';
import { formatMs } from '../../text/format-ms.ts';
import { knownWord } from '../../text/known-word.ts';
import type { traceroute } from './contract.ts';

export type TracerouteAnswer = Reading<typeof traceroute.answer>;
export type TraceHopRead = TracerouteAnswer['hops'][number];

const methods = { icmp: 'ICMP echo', udp: 'UDP', tcp: 'TCP' } as const;
const ends = {
  target: 'The target answered',
  stopped: 'Rejected by a router',
  silent: 'No answer after the last hop',
} as const;
const lossWords = {
  path: 'packet loss on the path',
  answers: 'this router limits its replies',
  unknown: 'too few packets to tell the cause',
} as const;

/** Replaces a hidden address. */
export const OWN_NETWORK = 'in the server’s own network';

/** The hops, followed by the autonomous systems and what else is known about the path. */
export function tracerouteTables(answer: TracerouteAnswer): readonly Table[] {
  return [hopsTable(answer.hops), asTable(answer), factTable('Path', pathFacts(answer), ''), ...graphTables(answer)];
}

const columns = ['Hop', 'Address', 'Name', 'AS', 'Place', 'Loss (%)', 'Sent', 'Received'];
const timeColumns = ['Min (ms)', 'Avg (ms)', 'Max (ms)', 'Jitter (ms)'];

function hopsTable(hops: readonly TraceHopRead[]): Table {
  const rows = hops.map((hop) => {
    const each = (pick: (answer: TraceHopRead['answers'][number]) => string | null) =>
      hop.answers.map((answer) => pick(answer) ?? '').join(' / ');
    const figures = [hop.loss, hop.sent, hop.received, hop.minMs, hop.avgMs, hop.maxMs, hop.jitterMs];
    return [
      String(hop.ttl),
      each(({ address }) => address ?? OWN_NETWORK),
      each(({ name }) => name),
      each(({ asn, asName }) => [asn, asName].filter(Boolean).join(' ')),
      each(placeText),
      ...figures.map((figure) => String(figure ?? '')),
      remarksOn(hop).join('; '),
    ];
  });
  return { title: 'Hops', columns: [...columns, ...timeColumns, 'Remarks'], rows };
}

/** City and country; empty if the database does not know them, or is wrong about them. */
export function placeText({ city, country, tooFar }: TraceHopRead['answers'][number]): string {
  return tooFar ? '' : [city, country].filter(Boolean).join(', ');
}

/** Remarks on a hop beyond its figures. */
export function remarksOn({ answers, loss, lossIs, received }: TraceHopRead): string[] {
  const errors = answers.flatMap(({ error }) => error ?? []);
  const labels = answers.flatMap((answer) => answer.labels).map(({ label }) => String(label));
  return [
    ...(received === 0 ? ['no answer'] : []),
    ...errors,
    ...(lossIs === null || received === 0 ? [] : [`${loss} % loss: ${knownWord(lossWords, lossIs, lossIs)}`]),
    ...(labels.length === 0 ? [] : [`MPLS labels ${labels.join(', ')}`]),
    ...(answers.some(({ tooFar }) => tooFar)
      ? ['too far for the round-trip time: the location in the database is wrong']
      : []),
    ...(answers.some(({ name, nameConfirmed }) => name !== null && nameConfirmed === false)
      ? ['the name does not resolve back to the address']
      : []),
  ];
}

function asTable({ asPath }: TracerouteAnswer): Table {
  const rows = asPath.map(({ asn, name, hops }) => [asn ?? 'not known', name ?? '', String(hops ?? '')]);
  return { title: 'AS path', columns: ['AS', 'Name', 'Hops'], rows };
}

export function pathFacts(answer: TracerouteAnswer): readonly LabelledValue[] {
  const { host, address, method, port, reached, stoppedBy, hops, pathMtu, rounds } = answer;
  const last = hops.at(-1);
  const stop = stoppedBy === null ? '' : `: ${stoppedBy.meaning} (${stoppedBy.address ?? OWN_NETWORK})`;
  return [
    { label: 'Host', value: host, mono: true },
    { label: 'IP Address', value: address, mono: true },
    { label: 'End of the path', value: `${knownWord(ends, reached, reached)}${stop}`, mono: false },
    { label: 'Hops', value: String(hops.length), mono: true },
    {
      label: 'Round Trip Time',
      value: reached === 'target' && last?.avgMs != null ? formatMs(last.avgMs) : null,
      mono: true,
    },
    { label: 'Path MTU', value: mtuText(pathMtu), mono: true },
    { label: 'Packets', value: methodText(method, port), mono: false },
    { label: 'Rounds', value: rounds === null ? null : String(rounds), mono: true },
  ];
}

function methodText(method: string | null, port: number | null): string | null {
  if (method === null) return null;
  return `${knownWord(methods, method, method)}${port === null ? '' : `, port ${port}`}`;
}

function mtuText(mtu: TracerouteAnswer['pathMtu']): string | null {
  if (mtu === null) return null;
  const where = mtu.router === null ? '' : `, reported by ${mtu.router}`;
  return `${mtu.bytes} bytes${mtu.found === 'black-hole' ? ', larger packets are dropped' : where}`;
}

function graphTables({ graph }: TracerouteAnswer): readonly Table[] {
  if (graph === null) return [];
  const rows = graph.map(({ ttl, from, to, flows }) => [String(ttl), from ?? '*', to ?? '*', String(flows ?? '')]);
  return [{ title: 'Steps of all flows', columns: ['Hop', 'From', 'To', 'Flows'], rows }];
}
