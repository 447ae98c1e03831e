import { labelsOf, nameKey, nameToWire } from '../dns-message/name.ts';

/** The labels of a name in canonical form, from the root down. */
function labelsFromRoot(name: string): Uint8Array[] {
  const wire = nameToWire(nameKey(name));
  const labels: Uint8Array[] = [];
  for (let at = 0; (wire[at] ?? 0) > 0; at += 1 + (wire[at] ?? 0)) {
    labels.unshift(wire.subarray(at + 1, at + 1 + (wire[at] ?? 0)));
  }
  return labels;
}

/** The canonical order of names (RFC 4034 section 6.1): below zero when `a` comes first. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [labelsFromRoot(a), labelsFromRoot(b)];
  for (const [index, label] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareOctets(label, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** As unsigned octets from left to right, absence before zero (RFC 4034 section 6.3). */
export function compareOctets(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The number of labels of a name: none for root (RFC 4034 section 3.1.3). */
export function labelCount(name: string): number {
  return labelsOf(name).length;
}

/** The last `count` labels of a name; root for none. */
export function lastLabels(name: string, count: number): string {
  const labels = labelsOf(name);
  return labels.slice(labels.length - count).join('.') || '.';
}

/** Whether `name` is `zone` or below it. */
export function isWithin(name: string, zone: string): boolean {
  const count = labelCount(zone);
  return labelCount(name) >= count && nameKey(lastLabels(name, count)) === nameKey(zone);
}

export function isSameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b);
}

/** `*.name` */
export function wildcardOf(name: string): string {
  return name === '.' ? '*' : `*.${name}`;
}

/** A name and its ancestors down from the zone, each with the wildcard below it: all that a denial may be about. */
export function namesOfDenial(name: string, zone: string): string[] {
  const [from, to] = [labelCount(zone), labelCount(name)];
  const above = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => lastLabels(name, to - index));
  return above.flatMap((one) => [one, wildcardOf(one)]);
}
