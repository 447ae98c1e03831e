/* Why the DNS answers of two places differ, as far as the answers themselves prove it. */
import { aboutFilters, aboutStaleness, extendedErrorName } from '../dns/extended-errors.ts';
import { serialOrder } from '../dns/serial-number.ts';

type Data = Readonly<Record<string, unknown>> | null;

/**
 * Why the records of a place differ from those of most places: its resolver says so itself (extended DNS errors), or what
 * the serial numbers of the zone speak for. These are no proof: a resolver keeps the SOA record and the others for times of
 * their own, and some zones never change their serial number. Null if nothing in the answers speaks for a reason.
 * @param most the answer of the DNS tool at most places; `other` that of the place that differs.
 */
export function zoneReason(most: Data, other: Data): string | null {
  const said = errorsIn(other);
  const changed = said.find((code) => aboutFilters.has(code));
  if (changed !== undefined)
    return `Its resolver says that it withholds or replaces what the zone says (extended DNS error ${changed}, ${extendedErrorName(changed)}).`;
  if (said.some((code) => aboutStaleness.has(code)))
    return 'Its resolver says that its records are older than their TTL allows.';
  const [usual, here] = [serialIn(most), serialIn(other)];
  if (usual === null || here === null) return null;
  const order = serialOrder(here.serial, usual.serial);
  if (order === 0)
    return `The serial number of the zone is the same (${here.serial}), which speaks against an old copy, unless this zone never changes it. Its name servers may answer by network, or the resolver may change the answer.`;
  if (order === null) return null;
  const numbers = `(${here.serial}, elsewhere ${usual.serial})`;
  if (order > 0)
    return `The serial number of the zone is a later one ${numbers}: the other places may still have an earlier version.`;
  return `The serial number of the zone is an earlier one ${numbers}. A cached copy ends within ${here.longestTtl} seconds, the longest TTL of this answer; a name server that lags behind may take longer.`;
}

interface Records {
  readonly recordName: string;
  readonly data: readonly (readonly string[])[];
}

/** Index of the serial number in a row of an SOA record: owner, primary, mailbox, serial. */
const SERIAL = 3;

function serialIn(data: Data): { readonly serial: number; readonly longestTtl: number } | null {
  const tables = recordsIn(data);
  const serial = Number(tables.find(({ recordName }) => recordName === 'SOA')?.data[0]?.[SERIAL]);
  if (!Number.isInteger(serial) || serial < 0 || serial >= 2 ** 32) return null;
  const ttls = tables.flatMap(({ data: rows }) => rows.map((row) => Number(row.at(-1)))).filter(Number.isFinite);
  return { serial, longestTtl: Math.max(0, ...ttls) };
}

const recordsIn = (data: Data): readonly Records[] =>
  Array.isArray(data?.['records']) ? (data['records'] as readonly Records[]).filter(isTable) : [];

const isTable = (one: Records) =>
  typeof one === 'object' && one !== null && Array.isArray(one.data) && one.data.every(Array.isArray);

function errorsIn(data: Data): readonly number[] {
  const errors = data?.['extendedErrors'];
  if (!Array.isArray(errors)) return [];
  return (errors as readonly ({ readonly code?: unknown } | null)[]).flatMap((one) =>
    typeof one?.code === 'number' ? [one.code] : [],
  );
}
