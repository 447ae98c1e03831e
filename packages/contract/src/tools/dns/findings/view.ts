import type { Finding } from '../../../finding/finding.ts';
import type { nameExplanations } from '../../../finding/names/explanations.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import type { dns } from '../contract.ts';
import type { dnsExplanations } from '../explanations.ts';

export interface DnsFinding extends Finding {
  readonly code: keyof typeof dnsExplanations | keyof typeof nameExplanations;
}

/** A record as findings read it. Names are in lower case, since DNS ignores case. */
export interface DnsRow {
  readonly type: string;
  readonly name: string;
  readonly fields: readonly string[];
  readonly ttlSeconds: number;
}

/** The records of an answer, with the name at the end of its aliases. */
export interface DnsView {
  readonly answer: Unjudged<typeof dns>;
  readonly domain: string;
  readonly rows: readonly DnsRow[];
  /** The name at the end of the aliases; the domain itself if there are none. */
  readonly end: string;
  readonly isApex: boolean;
  /** The records of one type at `name`; null if none is known and that type was not queried, or had no complete answer. */
  rowsAt(name: string, type: string): readonly DnsRow[] | null;
}

export function viewOf(answer: Unjudged<typeof dns>): DnsView {
  const domain = answer.domain.toLowerCase();
  const rows = answer.records.flatMap(({ recordName, data }) =>
    data.map(
      ([name = '', ...cells]): DnsRow => ({
        type: recordName,
        name: name.toLowerCase(),
        fields: cells.slice(0, -1),
        ttlSeconds: Number(cells.at(-1)),
      }),
    ),
  );
  const unanswered = new Set(answer.gaps.map(({ part }) => part));
  // An answer to ANY need not contain every type (RFC 8482): what it lacks is not known.
  const isUnknown = (type: string) => unanswered.has(type) || (answer.types !== null && !answer.types.includes(type));
  const rowsAt = (name: string, type: string) => {
    const found = rows.filter((row) => row.type === type && row.name === name);
    return found.length === 0 && isUnknown(type) ? null : found;
  };
  const isApex = rows.some(({ type, name }) => type === 'SOA' && name === domain);
  return { answer, domain, rows, end: endOf(domain, rows), isApex, rowsAt };
}

/** Follows CNAME records from the domain. Stops at a loop, which untrusted data may contain. */
function endOf(domain: string, rows: readonly DnsRow[]): string {
  const targets = new Map(rows.flatMap(({ type, name, fields }) => (type === 'CNAME' ? [[name, fields[0]]] : [])));
  const passed = new Set<string>();
  let name = domain;
  while (!passed.has(name)) {
    passed.add(name);
    name = targets.get(name)?.toLowerCase() ?? name;
  }
  return name;
}
