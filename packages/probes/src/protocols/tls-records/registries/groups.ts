/** Key-exchange groups by code point, named as in the IANA registry "TLS Supported Groups". */
const groupNames: ReadonlyMap<number, string> = new Map([
  [1, 'sect163k1'],
  [2, 'sect163r1'],
  [3, 'sect163r2'],
  [4, 'sect193r1'],
  [5, 'sect193r2'],
  [6, 'sect233k1'],
  [7, 'sect233r1'],
  [8, 'sect239k1'],
  [9, 'sect283k1'],
  [10, 'sect283r1'],
  [11, 'sect409k1'],
  [12, 'sect409r1'],
  [13, 'sect571k1'],
  [14, 'sect571r1'],
  [15, 'secp160k1'],
  [16, 'secp160r1'],
  [17, 'secp160r2'],
  [18, 'secp192k1'],
  [19, 'secp192r1'],
  [20, 'secp224k1'],
  [21, 'secp224r1'],
  [22, 'secp256k1'],
  [23, 'secp256r1'],
  [24, 'secp384r1'],
  [25, 'secp521r1'],
  [26, 'brainpoolP256r1'],
  [27, 'brainpoolP384r1'],
  [28, 'brainpoolP512r1'],
  [29, 'x25519'],
  [30, 'x448'],
  [31, 'brainpoolP256r1tls13'],
  [32, 'brainpoolP384r1tls13'],
  [33, 'brainpoolP512r1tls13'],
  [34, 'GC256A'],
  [35, 'GC256B'],
  [36, 'GC256C'],
  [37, 'GC256D'],
  [38, 'GC512A'],
  [39, 'GC512B'],
  [40, 'GC512C'],
  [41, 'curveSM2'],
  [256, 'ffdhe2048'],
  [257, 'ffdhe3072'],
  [258, 'ffdhe4096'],
  [259, 'ffdhe6144'],
  [260, 'ffdhe8192'],
  [512, 'MLKEM512'],
  [513, 'MLKEM768'],
  [514, 'MLKEM1024'],
  [4587, 'SecP256r1MLKEM768'],
  [4588, 'X25519MLKEM768'],
  [4589, 'SecP384r1MLKEM1024'],
  [4590, 'curveSM2MLKEM768'],
  [25_497, 'X25519Kyber768Draft00'],
  [25_498, 'SecP256r1Kyber768Draft00'],
]);

export const secp256r1 = 23;
export const secp384r1 = 24;
export const secp521r1 = 25;
export const x25519 = 29;
export const x448 = 30;
export const mlkem512 = 512;
export const mlkem768 = 513;
export const mlkem1024 = 514;
export const secp256r1mlkem768 = 4587;
export const x25519mlkem768 = 4588;
export const secp384r1mlkem1024 = 4589;

/** NIST's names of curves, which have other names as groups. */
const nistCurves: Readonly<Record<string, number>> = {
  'P-192': 19,
  'P-224': 21,
  'P-256': secp256r1,
  'P-384': secp384r1,
  'P-521': secp521r1,
};

/** The group of a curve in a certificate; null for one without a group. */
export function groupOfCurve(curve: string): number | null {
  return nistCurves[curve] ?? [...groupNames].find(([, name]) => name === curve)?.[0] ?? null;
}

const FIRST_POST_QUANTUM = 512;
const FIRST_FINITE_FIELD = 256;
const LAST_SECT_OR_SMALL = 22;

/**
 * Groups offered up to TLS 1.2: common ones first, since old servers read only a part of the list, then every other curve, since
 * a server without a common curve would seem to have no ECDHE at all.
 */
export const groupsBefore13: readonly number[] = usualFirst([...groupNames.keys()].filter((group) => group < 31));

/** Groups of TLS 1.3: no binary curves, nothing below 256 bits (RFC 8446 section 4.2.7), and the hybrid ones. */
export const groupsOf13: readonly number[] = usualFirst(
  [...groupNames.keys()].filter((group) => group > LAST_SECT_OR_SMALL),
);

function usualFirst(groups: readonly number[]): number[] {
  const usual = [x25519, secp256r1, secp384r1, secp521r1, x448];
  return [...usual, ...groups.filter((group) => !usual.includes(group))];
}

/** Finite-field Diffie-Hellman (RFC 7919). */
export function isFiniteField(group: number): boolean {
  return group >= FIRST_FINITE_FIELD && group < FIRST_POST_QUANTUM;
}

/** All finite-field groups with a name. */
export const finiteFieldGroups: readonly number[] = [...groupNames.keys()].filter(isFiniteField);

export function groupName(group: number): string {
  return groupNames.get(group) ?? `group ${group}`;
}
