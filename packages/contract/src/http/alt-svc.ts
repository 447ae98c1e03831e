// Alt-Svc (RFC 7838): other places where the same site is served.
import { parseParameter, parseSeconds, splitUnquoted, unquoted } from './header-fields.ts';

export interface Alternative {
  /** ALPN name, such as `h3`. */
  readonly protocol: string;
  /** Empty: the same host. */
  readonly host: string;
  readonly port: number;
  /** `ma`: how long it counts, a day unless it is given. */
  readonly maxAgeSeconds: number;
}

const DAY = 86_400;

/** Reads a field value; alternatives that cannot be read are left out. `clear` withdraws all, which is an empty list. */
export function parseAltSvc(value: string): Alternative[] {
  if (value === 'clear') return [];
  return splitUnquoted(value, ',').flatMap((piece) => parseAlternative(piece) ?? []);
}

function parseAlternative(text: string): Alternative | null {
  const [first = '', ...rest] = splitUnquoted(text, ';');
  const equals = first.indexOf('=');
  const protocol = percentDecoded(first.slice(0, Math.max(0, equals)));
  const authority = unquoted(first.slice(equals + 1));
  const colon = authority.lastIndexOf(':');
  const port = authority.slice(colon + 1);
  if (protocol === null || protocol === '' || colon === -1 || !/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return null;
  }
  const age = rest.map(parseParameter).find((parameter) => parameter?.name === 'ma');
  return {
    protocol,
    host: authority.slice(0, colon).toLowerCase(),
    port: Number(port),
    maxAgeSeconds: parseSeconds(age?.value ?? null) ?? DAY,
  };
}

function percentDecoded(text: string): string | null {
  if (!/^(?:[!#$&'*+.^_`|~0-9A-Za-z-]|%[0-9A-Fa-f]{2})*$/.test(text)) return null;
  return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
