/** IANA registry "DNS RCODEs" (RFC 1035, 2136, 6891, 7873), as dig spells them. */
const names: ReadonlyMap<number, string> = new Map([
  [0, 'NOERROR'],
  [1, 'FORMERR'],
  [2, 'SERVFAIL'],
  [3, 'NXDOMAIN'],
  [4, 'NOTIMP'],
  [5, 'REFUSED'],
  [6, 'YXDOMAIN'],
  [7, 'YXRRSET'],
  [8, 'NXRRSET'],
  [9, 'NOTAUTH'],
  [10, 'NOTZONE'],
  [16, 'BADVERS'],
  [23, 'BADCOOKIE'],
]);

/** The mnemonic of an RCODE, such as `SERVFAIL`; `RCODE 11` if it has none here. */
export function rcodeName(rcode: number): string {
  return names.get(rcode) ?? `RCODE ${rcode}`;
}
