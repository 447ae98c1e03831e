/** IANA DNS parameters, "Resource Record (RR) TYPEs". */
export const recordTypeNumbers = {
  A: 1,
  NS: 2,
  MD: 3,
  MF: 4,
  CNAME: 5,
  SOA: 6,
  MB: 7,
  MG: 8,
  MR: 9,
  NULL: 10,
  WKS: 11,
  PTR: 12,
  HINFO: 13,
  MINFO: 14,
  MX: 15,
  TXT: 16,
  RP: 17,
  AFSDB: 18,
  X25: 19,
  ISDN: 20,
  RT: 21,
  NSAP: 22,
  'NSAP-PTR': 23,
  SIG: 24,
  KEY: 25,
  PX: 26,
  GPOS: 27,
  AAAA: 28,
  LOC: 29,
  NXT: 30,
  EID: 31,
  NIMLOC: 32,
  SRV: 33,
  ATMA: 34,
  NAPTR: 35,
  KX: 36,
  CERT: 37,
  A6: 38,
  DNAME: 39,
  SINK: 40,
  OPT: 41,
  APL: 42,
  DS: 43,
  SSHFP: 44,
  IPSECKEY: 45,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  DHCID: 49,
  NSEC3: 50,
  NSEC3PARAM: 51,
  TLSA: 52,
  SMIMEA: 53,
  HIP: 55,
  NINFO: 56,
  RKEY: 57,
  TALINK: 58,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  CSYNC: 62,
  ZONEMD: 63,
  SVCB: 64,
  HTTPS: 65,
  DSYNC: 66,
  SPF: 99,
  UINFO: 100,
  UID: 101,
  GID: 102,
  UNSPEC: 103,
  NID: 104,
  L32: 105,
  L64: 106,
  LP: 107,
  EUI48: 108,
  EUI64: 109,
  NXNAME: 128,
  TKEY: 249,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  MAILB: 253,
  MAILA: 254,
  ANY: 255,
  URI: 256,
  CAA: 257,
  AVC: 258,
  DOA: 259,
  AMTRELAY: 260,
  RESINFO: 261,
  WALLET: 262,
  TA: 32768,
  DLV: 32769,
} as const;

const mnemonics = new Map<number, string>(Object.entries(recordTypeNumbers).map(([name, number]) => [number, name]));

/** The number of a type by its mnemonic in any case, or of `TYPE65280` (RFC 3597 section 5); null for anything else. */
export function recordTypeNumber(text: string): number | null {
  const upper = text.toUpperCase();
  const [, digits] = /^TYPE(\d{1,5})$/.exec(upper) ?? [];
  if (digits !== undefined) return Number(digits) > 0xffff ? null : Number(digits);
  return Object.hasOwn(recordTypeNumbers, upper) ? recordTypeNumbers[upper as keyof typeof recordTypeNumbers] : null;
}

/** The mnemonic of a type; `TYPE12345` if it has none (RFC 3597 section 5). */
export function recordTypeName(type: number): string {
  return mnemonics.get(type) ?? `TYPE${type}`;
}

/** Not record types, or a request for the whole zone: OPT, TKEY, TSIG, IXFR and AXFR. */
const unaskable: ReadonlySet<number> = new Set([0, 41, 249, 250, 251, 252]);

/** Like `recordTypeNumber`, but only for types that a lookup may query. */
export function askableType(text: string): number | null {
  const type = recordTypeNumber(text.trim());
  return type === null || unaskable.has(type) ? null : type;
}
