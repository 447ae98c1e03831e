import { type HeaderField, readFields, splitOutside } from './fields.ts';

/** One step of the path, as written by a server on it. */
export interface Hop {
  readonly from: string | null;
  readonly by: string | null;
  /** Such as ESMTPS; null if not given. */
  readonly protocol: string | null;
  readonly time: Date | null;
  /** Seconds since the previous step; null if one of the two times is missing, negative if clocks differ. */
  readonly delaySeconds: number | null;
}

/** One result of a server that has checked the message (RFC 8601). */
export interface AuthenticationResult {
  readonly server: string;
  /** `spf`, `dkim`, `dmarc` … */
  readonly method: string;
  readonly result: string;
  /** The domain that the result concerns, if given. */
  readonly domain: string | null;
}

/**
 * How a domain relates to that of From: `below` if one is a subdomain of the other, `perhaps` if only a public suffix
 * list could tell.
 */
export type Alignment = 'same' | 'below' | 'perhaps' | 'other';

export interface ReadHeader {
  /** In the order in which the message passed them. */
  readonly hops: readonly Hop[];
  readonly totalSeconds: number | null;
  readonly results: readonly (AuthenticationResult & { readonly alignment: Alignment | null })[];
  readonly from: string | null;
  readonly returnPath: string | null;
  /** Domains that signed the message, with their selectors. */
  readonly signatures: readonly {
    readonly domain: string;
    readonly selector: string;
    readonly alignment: Alignment | null;
  }[];
}

const MAX_HOPS = 100;

/** What the header of a message says about its path; null for text without such fields. */
export function readHeader(text: string): ReadHeader | null {
  const fields = readFields(text);
  const valuesOf = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value);
  const hops = withDelays(valuesOf('received').slice(0, MAX_HOPS).toReversed().map(readReceived));
  const from = domainOf(valuesOf('from')[0]);
  const results = fields.flatMap(readResults).map((one) => ({ ...one, alignment: alignmentOf(one.domain, from) }));
  const signatures = valuesOf('dkim-signature').flatMap((value) => readSignature(value, from));
  if (hops.length === 0 && results.length === 0 && from === null) return null;
  const times = hops.flatMap(({ time }) => (time === null ? [] : [time.getTime()]));
  const totalSeconds = times.length < 2 ? null : Math.round(((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
  return { hops, totalSeconds, results, from, returnPath: domainOf(valuesOf('return-path')[0]), signatures };
}

type Step = Omit<Hop, 'delaySeconds'>;

function readReceived(value: string): Step {
  const pieces = splitOutside(value, ';');
  const way = pieces[0] ?? '';
  const wordAfter = (name: string) => new RegExp(`(?:^|\\s)${name}\\s+(\\S{1,255})`, 'i').exec(way)?.[1] ?? null;
  const time = pieces.length < 2 ? Number.NaN : Date.parse(pieces.at(-1) ?? '');
  return {
    from: wordAfter('from'),
    by: wordAfter('by'),
    protocol: wordAfter('with'),
    time: Number.isNaN(time) ? null : new Date(time),
  };
}

function withDelays(steps: readonly Step[]): Hop[] {
  return steps.map((step, index) => {
    const before = steps[index - 1]?.time ?? null;
    const delaySeconds =
      before === null || step.time === null ? null : Math.round((step.time.getTime() - before.getTime()) / 1000);
    return { ...step, delaySeconds };
  });
}

function readResults({ name, value }: HeaderField): AuthenticationResult[] {
  if (name !== 'authentication-results') return [];
  const [server = '', ...pieces] = splitOutside(value, ';');
  return pieces.slice(0, MAX_HOPS).flatMap((piece) => {
    const [, method, result] = /^([a-z][a-z0-9-]{0,30})\s*=\s*([a-z]{1,30})/i.exec(piece) ?? [];
    if (method === undefined || result === undefined) return [];
    const [, domain] =
      /(?:header\.d|header\.from|smtp\.mailfrom|header\.i|smtp\.helo)\s*=\s*"?([^\s";]{1,320})/i.exec(piece) ?? [];
    return [
      {
        server: server.split(/\s/)[0] ?? '',
        method: method.toLowerCase(),
        result: result.toLowerCase(),
        domain: domain === undefined ? null : domain.slice(domain.lastIndexOf('@') + 1).toLowerCase(),
      },
    ];
  });
}

function readSignature(value: string, from: string | null) {
  const tagOf = (name: string) => new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([^;\\s]{1,255})`).exec(value)?.[1] ?? null;
  const [domain, selector] = [tagOf('d')?.toLowerCase() ?? null, tagOf('s')];
  return domain === null || selector === null ? [] : [{ domain, selector, alignment: alignmentOf(domain, from) }];
}

/** The domain of a mailbox, in lower case. */
function domainOf(value: string | undefined): string | null {
  const at = value?.lastIndexOf('@') ?? -1;
  if (value === undefined || at === -1) return null;
  return /^[^\s>;,]{1,255}/.exec(value.slice(at + 1))?.[0]?.toLowerCase() ?? null;
}

function alignmentOf(domain: string | null, from: string | null): Alignment | null {
  if (domain === null || from === null) return null;
  if (domain === from) return 'same';
  if (from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`)) return 'below';
  const lastTwo = (name: string) => name.split('.').slice(-2).join('.');
  return lastTwo(domain) === lastTwo(from) ? 'perhaps' : 'other';
}
