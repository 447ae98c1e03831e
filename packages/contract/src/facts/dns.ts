import type { Unjudged } from '../findings/unjudged.ts';
import { type Fact, type Facts, factsFrom, setOf } from './fact.ts';

/** The record types whose absence is a fact, since every lookup asks for them. */
export const comparedTypes = [
  ...['A', 'AAAA', 'CNAME', 'DNAME', 'MX', 'NS', 'SOA', 'TXT', 'CAA', 'SRV', 'HTTPS', 'SVCB', 'PTR', 'NAPTR', 'URI'],
  ...['DS', 'DNSKEY', 'CDS', 'CDNSKEY', 'NSEC3PARAM', 'CSYNC', 'TLSA', 'SMIMEA', 'SSHFP', 'OPENPGPKEY', 'CERT'],
  ...['IPSECKEY', 'DHCID', 'HIP', 'LOC', 'HINFO', 'RP', 'AFSDB', 'KX', 'SPF', 'APL', 'EUI48', 'EUI64'],
] as const;

/** What changes with every signing of a zone, or with every change of another record. */
export const movingTypes: readonly string[] = ['RRSIG', 'NSEC', 'NSEC3', 'ZONEMD'];

/** The serial number of a zone, the third field of SOA: it counts changes, and is no state itself. */
const SERIAL = 2;

/** The records of a name, without times to live, signatures and serial numbers. */
export function dnsFacts({ records, gaps, authenticated, validationFailed, types: asked }: Unjudged<'dns'>): Facts {
  const gapParts = new Set(gaps.map(({ part }) => part));
  const isUnanswered = (type: string) => gapParts.has(type) || (asked !== null && !asked.includes(type));
  const rowsOf = (type: string) => records.find(({ recordName }) => recordName === type)?.data ?? [];
  const others = records.map(({ recordName }) => recordName).filter((type) => !movingTypes.includes(type));
  const types = [...new Set<string>([...comparedTypes, ...others])];
  return factsFrom([
    ...types.map((type): Fact => {
      const rows = rowsOf(type).map((row) => recordOf(type, row));
      return [`records/${type}`, isUnanswered(type) ? undefined : setOf(rows)];
    }),
    [
      'dnssec',
      validationFailed ? 'failed' : gaps.length > 0 ? undefined : authenticated ? 'validated' : 'not validated',
    ],
  ]);
}

/** Owner and data; case does not count in the owner's name (RFC 4343). */
function recordOf(type: string, row: readonly string[]): string {
  const [name = '', ...fields] = row.slice(0, -1);
  const kept = type === 'SOA' ? fields.filter((_, index) => index !== SERIAL) : fields;
  return [name.toLowerCase(), ...kept].join(' ');
}
