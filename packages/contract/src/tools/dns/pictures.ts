import type { DrawnElement, Picture } from '../../pictures/drawing.ts';
import { type Station, stations } from '../../pictures/stations.ts';
import { counted } from '../../text/counted.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { dns } from './contract.ts';

type DnsRead = Pick<ReadAnswerOf<typeof dns>, 'domain' | 'records' | 'types' | 'gaps' | 'server'>;

/** Resolvers give up after about as many. */
const MOST_ALIASES = 16;
const NAMED = 4;
const ADDRESS_TYPES = ['A', 'AAAA'];

export function dnsPictures(answer: DnsRead): readonly Picture[] {
  const drawing = aliasPicture(answer);
  return drawing === null ? [] : [{ title: 'From the name to its addresses', drawing }];
}

/** The name, its aliases, and the addresses at their end. Null for a name without aliases: its table says it all. */
export function aliasPicture(answer: DnsRead): DrawnElement | null {
  const stops = aliasStations(answer);
  return stops.length < 2 ? null : stations('From the name to its addresses', stops);
}

export function aliasStations(answer: DnsRead): readonly Station[] {
  const names = [lower(answer.domain ?? '')];
  const stops: Station[] = [{ state: 'plain', title: answer.domain ?? '', isCode: true }];
  const aliases = rowsOf(answer, 'CNAME');
  for (let name = names[0] ?? ''; stops.length <= MOST_ALIASES; ) {
    const row = aliases.find(([owner]) => lower(owner ?? '') === name);
    const target = row?.[1];
    if (target === undefined) break;
    name = lower(target);
    const onWay = ttlText(row?.at(-1));
    if (names.includes(name)) {
      stops.push({
        state: 'bad',
        title: target,
        isCode: true,
        texts: ['The aliases lead in a circle'],
        way: 'bad',
        onWay,
      });
      return stops;
    }
    names.push(name);
    stops.push({ state: 'plain', title: target, isCode: true, texts: ['Alias'], onWay });
  }
  return stops.length === 1 ? stops : [...stops, ...addressesAt(names.at(-1) ?? '', answer)];
}

/** What the last alias has; nothing is said of it if its addresses were not asked for. */
function addressesAt(name: string, answer: DnsRead): readonly Station[] {
  const asked = ADDRESS_TYPES.filter((type) => answer.types === null || answer.types.includes(type));
  if (asked.length === 0) return [];
  const all = asked.flatMap((type) => rowsOf(answer, type).filter(([owner]) => lower(owner ?? '') === name));
  if (all.length > 0) {
    const named = all.slice(0, NAMED).map((row) => row[1] ?? '');
    const more = all.length > NAMED ? [`and ${all.length - NAMED} more`] : [];
    return [
      {
        state: 'good',
        title: counted(all.length, 'address', 'addresses'),
        texts: [...named, ...more],
        onWay: ttlText(all[0]?.at(-1)),
      },
    ];
  }
  // A server that knows only its own zones leaves the end of an alias to others.
  const isWhole = asked.length === ADDRESS_TYPES.length && answer.server === null;
  const isOpen = !isWhole || answer.gaps.some(({ part }) => ADDRESS_TYPES.includes(part));
  return isOpen
    ? [{ state: 'unknown', title: 'Addresses', texts: [`No ${asked.join(' or ')} record here`], way: 'unknown' }]
    : [{ state: 'bad', title: 'No addresses', texts: ['The last alias has none'], way: 'bad' }];
}

const rowsOf = ({ records }: DnsRead, type: string) =>
  records.find(({ recordName }) => recordName === type)?.data ?? [];
const lower = (name: string) => name.toLowerCase().replace(/\.$/, '');
const ttlText = (ttl: string | undefined) => (ttl !== undefined && /^\d+$/.test(ttl) ? `TTL ${ttl} s` : undefined);
