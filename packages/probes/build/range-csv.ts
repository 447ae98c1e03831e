import { parseIpv6 } from '@sonde/contract/targets/ipv6';

/** Addresses from `first` to `last`, both included, that belong to one network. */
export interface NetworkRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly asNumber: number;
  readonly asName: string;
}

const ROW = /^([\d.a-f:]+),([\d.a-f:]+),(\d+),(?:"((?:[^"]|"")*)"|([^",]*))$/i;

/**
 * The rows `first,last,number,name` of a CSV (RFC 4180) with addresses of one family.
 * @throws RangeError naming the invalid line.
 */
export function* readRanges(csv: string): Generator<NetworkRange> {
  for (const [index, line] of csv.split(/\r?\n/).entries()) {
    if (line === '') continue;
    const [, first = '', last = '', asNumber, quoted, plain = ''] = ROW.exec(line) ?? [];
    if (asNumber === undefined) throw new RangeError(`Line ${index + 1} is no range of a network: ${line}`);
    yield {
      first: toNumber(first),
      last: toNumber(last),
      asNumber: Number(asNumber),
      asName: quoted?.replaceAll('""', '"') ?? plain,
    };
  }
}

function toNumber(address: string): bigint {
  if (address.includes('.')) {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    return BigInt(((a * 256 + b) * 256 + c) * 256 + d);
  }
  return (parseIpv6(address) ?? []).reduce((value, group) => (value << 16n) | BigInt(group), 0n);
}
