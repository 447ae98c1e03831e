import { toHostName } from '@sonde/contract/targets/domain';
import { toIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';

/** The output of traceroute (Linux, BSD, macOS), of `mtr --report`, or of tracert (Windows). */
export interface PastedRoute {
  /** Where it was to lead: as the first line says, otherwise the last hop if it has answered. */
  readonly target: string | null;
  /** The addresses of the routers that answered, and the names of those whose address was not written. */
  readonly hops: readonly string[];
}

/** `traceroute to a.test (192.0.2.1), 30 hops max`, `Tracing route to a.test [192.0.2.1]` */
const HEAD = /^(?:traceroute6? to|tracing route to)\s+(\S{1,255})/i;
/** ` 4  192.0.2.1`, `  4.|-- 192.0.2.1` */
const HOP = /^\s{0,8}(\d{1,3})(\.\|--)?\s+(\S.*)$/;
/** `0.412 ms`, `<1 ms`: three times per hop by default; `*` for each probe without an answer. */
const TIME = /(?:^|\s)<?\d+(?:[.,]\d+)? ms(?:\s|$)/;
const SILENT = /^(?:\*\s*)+(?:$|[^\d*])/;
const BETWEEN_WORDS = /[\s()[\],;]+/;
const LONGEST_LINE = 500;
/** A single line could be anything. */
const ENOUGH_HOPS = 2;

/** Reads the hops of a route; null for any other text. */
export function readRoute(lines: readonly string[]): PastedRoute | null {
  let named: string | null = null;
  let count = 0;
  let last: string | null = null;
  const hops = new Set<string>();
  for (const line of lines) {
    const text = line.slice(0, LONGEST_LINE);
    named ??= HEAD.exec(text)?.[1]?.replace(/,$/, '') ?? null;
    const hop = hopIn(text);
    // Hops are numbered from 1, one after the other: other tables are not.
    if (hop === null || hop.number !== count + 1) continue;
    count += 1;
    last = hop.found[0] ?? null;
    for (const one of hop.found) hops.add(one);
  }
  if (count < ENOUGH_HOPS || hops.size === 0) return null;
  return { target: named === null ? last : targetIn(named), hops: [...hops] };
}

function hopIn(line: string): { readonly number: number; readonly found: readonly string[] } | null {
  const [, digits = '', mark, rest = ''] = HOP.exec(line) ?? [];
  const isHop = mark === undefined ? TIME.test(rest) || SILENT.test(rest) : true;
  if (digits === '' || !isHop) return null;
  const words = rest.split(BETWEEN_WORDS).filter((word) => word !== '');
  const addresses = words.filter((word) => toIpv4(word) === word || (word.includes(':') && toIpv6(word) !== null));
  const name = words.find((word) => /[a-z]/i.test(word) && word.includes('.') && toHostName(word) !== null);
  return { number: Number(digits), found: addresses.length > 0 ? addresses : name === undefined ? [] : [name] };
}

const targetIn = (text: string): string | null => toIpv4(text) ?? toIpv6(text) ?? toHostName(text);
