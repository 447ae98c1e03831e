import { toDnsName } from '../../../targets/domain.ts';
import { toIpv4 } from '../../../targets/ipv4.ts';
import { toIpv6 } from '../../../targets/ipv6.ts';

/** A name server to test before the parent delegates to it. */
export interface GivenServer {
  readonly name: string;
  /** If empty, the addresses are looked up. */
  readonly addresses: readonly string[];
}

/** A DS record to test before it is published. */
export interface GivenDs {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** Upper-case hex. */
  readonly digest: string;
}

/** The maximum number of servers, and of DS records, per lookup. */
export const MAX_GIVEN = 8;

const digestDigits: Readonly<Record<number, number>> = { 1: 40, 2: 64, 4: 96 };

/** Reads `ns1.example.net` or `ns1.example.net/192.0.2.1`; null for anything else. */
export function readGivenServer(text: string): GivenServer | null {
  const [nameText = '', addressText] = text.split('/');
  const name = toDnsName(nameText);
  if (name === null) return null;
  if (addressText === undefined) return { name, addresses: [] };
  const address = toIpv4(addressText) ?? toIpv6(addressText);
  return address === null ? null : { name, addresses: [address] };
}

/** Room for a name of 253 octets and a digest in groups of two digits. */
const MAX_LINE = 600;
/** The four fields of a DS record; the start of a zone file's line may precede them. */
const DS_LINE =
  /^(?:[\w.-]*[a-z_.-][\w.-]*\s+)?(?:\d+\s+)?(?:IN\s+)?(?:\d+\s+)?(?:DS\s+)?(\d{1,5})\s+(\d{1,3})\s+(\d{1,3})\s+([\da-f\s]+)$/i;

/** Reads `34505 13 2 E06D…` or a line of a zone file; null for anything else, and if the digest has the wrong length. */
export function readGivenDs(text: string): GivenDs | null {
  if (text.length > MAX_LINE) return null;
  const [, tag, algorithm, digestType, hex] = DS_LINE.exec(text.trim()) ?? [];
  return hex === undefined ? null : dsOf([tag, algorithm, digestType], hex);
}

/** How registrars label the fields of a DS record in forms, in a column or in a row. */
const LABEL = /\b(key\s*(?:tag|id)|algorithm|digest\s*type|digest)\b[\s:=]*/gi;

/**
 * Reads `Key tag: 34505, Algorithm: 13, Digest type: 2, Digest: E06D…`, as often as it occurs; null for one that is not
 * valid.
 */
export function readLabelledDs(text: string): (GivenDs | null)[] {
  const labels = [...text.matchAll(LABEL)];
  const records: Record<string, string>[] = [];
  for (const [index, { 0: found, 1: label = '', index: at }] of labels.entries()) {
    const name = label.toLowerCase().replace(/\s/g, '').replace('keyid', 'keytag');
    if (name === 'keytag') records.push({});
    const record = records.at(-1);
    if (record !== undefined) record[name] ??= text.slice(at + found.length, labels[index + 1]?.index);
  }
  const whole = records.filter(({ digest }) => digest !== undefined);
  return whole.map(({ keytag, algorithm, digesttype, digest = '' }) =>
    dsOf([keytag, algorithm, digesttype].map(numberIn), /^[\da-f\s]*/i.exec(digest)?.[0] ?? ''),
  );
}

/** The number in `13 - ECDSAP256SHA256` or in `ECDSA Curve P-256 with SHA-256 (13)`. */
function numberIn(text = ''): string | undefined {
  const [, plain, inBrackets] = /^(\d{1,5})(?!\w)|\((\d{1,5})\)/.exec(text) ?? [];
  return plain ?? inBrackets;
}

/** `34505 13 2 E06D…` */
export function givenDsText({ keyTag, algorithm, digestType, digest }: GivenDs): string {
  return `${keyTag} ${algorithm} ${digestType} ${digest}`;
}

function dsOf([tag, algorithm, digestType]: readonly (string | undefined)[], hex: string): GivenDs | null {
  const digest = hex.replace(/\s/g, '').toUpperCase();
  const ds = { keyTag: Number(tag), algorithm: Number(algorithm), digestType: Number(digestType), digest };
  const fits = ds.keyTag <= 0xffff && ds.algorithm <= 0xff && digestDigits[ds.digestType] === digest.length;
  return fits ? ds : null;
}
