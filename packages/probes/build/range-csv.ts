/** Addresses from `first` to `last`, both included, that belong to one network. */
export interface NetworkRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly asNumber: number;
  readonly asName: string;
}

const ROW = /^(\d+),(\d+),(\d+),(?:"((?:[^"]|"")*)"|([^",]*))$/;

/**
 * The rows `first,last,number,name` of a CSV (RFC 4180), with addresses as decimal numbers.
 * @throws RangeError naming the invalid line.
 */
export function* readRanges(csv: string): Generator<NetworkRange> {
  for (const [index, line] of csv.split(/\r?\n/).entries()) {
    if (line === '') continue;
    const [, first, last, asNumber, quoted, plain = ''] = ROW.exec(line) ?? [];
    if (first === undefined || last === undefined || asNumber === undefined) {
      throw new RangeError(`Line ${index + 1} is no range of a network: ${line}`);
    }
    yield {
      first: BigInt(first),
      last: BigInt(last),
      asNumber: Number(asNumber),
      asName: quoted?.replaceAll('""', '"') ?? plain,
    };
  }
}
