import { report, tools } from '@sonde/contract';
import { format, list, parseUrl, type RateLimit, readRate, type SettingFormat } from '@sonde/probes';
import * as z from 'zod';

/* Formats of variables that only the server reads. */

const MAX_WINDOW_SECONDS = 999_999;

/** A host source of a content security policy. A looser pattern would let a value inject directives. */
const CSP_HOST = /^(?:https?:\/\/)?(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i;
const httpUrl = z.url({ protocol: /^https?$/ });

export const port = format('a whole number from 0 to 65535', readPort);

const hostSchema = z.union([z.ipv4(), z.ipv6(), z.hostname(), z.string().regex(/^\.{0,2}\/.+/)]);
export const listenHost = format(
  'an IP address, a host name, or the path of a Unix socket',
  (text) => hostSchema.safeParse(text).data,
);

const networkSchema = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
export const networks = list('addresses or CIDR networks', (text) => networkSchema.safeParse(text).data);

export const hostNames = list('host names without port', readHostName);

const TOOL_IDS: readonly string[] = [...Object.keys(tools), report.id];
export const toolIds = list(`ids of tools: ${TOOL_IDS.join(', ')}`, (text) =>
  TOOL_IDS.includes(text) ? text : undefined,
);

export const origins = list('origins such as https://example.com', (text) =>
  /^https?:\/\/[^\s/?#@,]+$/.test(text) ? text : undefined,
);

const emailSchema = z.email();
export const email = format('an e-mail address', (text) => emailSchema.safeParse(text).data);

export const rateLimit: SettingFormat<RateLimit | null> = format('units/seconds such as 60/60s, or off', (text) =>
  text === 'off' ? null : readRate(text, MAX_WINDOW_SECONDS),
);

export const tokenRateLimit: SettingFormat<RateLimit> = format('units/seconds such as 600/60s', (text) =>
  readRate(text, MAX_WINDOW_SECONDS),
);

/** A token as configured by the operator; `rate` is null if the rate of all tokens applies. */
export interface ConfiguredToken {
  readonly name: string;
  /** SHA-256 of the token in hexadecimal. */
  readonly hash: string;
  readonly rate: RateLimit | null;
}

/** No message repeats items, since one may contain a token instead of its hash by mistake. */
export const apiTokens = list(
  'name:hash or name:hash:rate, with the SHA-256 of a token as its hash and a rate such as 600/60s',
  readApiToken,
  { holdsSecrets: true },
);

function readApiToken(text: string): ConfiguredToken | undefined {
  const [, name, hash, rateText] = /^([\w.-]{1,60}):([\da-f]{64})(?::([^:]+))?$/i.exec(text) ?? [];
  if (name === undefined || hash === undefined) return undefined;
  const rate = rateText === undefined ? null : readRate(rateText, MAX_WINDOW_SECONDS);
  return rate === undefined ? undefined : { name, hash: hash.toLowerCase(), rate };
}

/** Shorter ones are words that can be guessed: the public keys of signatures would let anyone check each guess. */
const MIN_SECRET = 32;
export const secret = format(
  `a text of at least ${MIN_SECRET} characters that nobody can guess: openssl rand -hex 32 prints one`,
  (text) => (text.length >= MIN_SECRET ? text : undefined),
);

const MAX_DAYS = 3_650;
const MAX_STOP_DELAY_SECONDS = 60;
export const stopDelay = format(`a whole number of seconds from 0 to ${MAX_STOP_DELAY_SECONDS}`, (text) =>
  /^\d{1,2}$/.test(text) && Number(text) <= MAX_STOP_DELAY_SECONDS ? Number(text) : undefined,
);

/** A duration in whole seconds, as `900s` or `900`. */
export const seconds = (fewest: number, most: number) =>
  format(`a whole number of seconds from ${fewest} to ${most}, such as 900s`, (text) => {
    const [, digits] = /^(\d{1,7})s?$/.exec(text) ?? [];
    const value = Number(digits);
    return digits !== undefined && value >= fewest && value <= most ? value : undefined;
  });

/** A whole number of days, ten years at most. */
export const days = (fewest: number) =>
  format(`a whole number of days from ${fewest} to ${MAX_DAYS}`, (text) =>
    /^\d{1,4}$/.test(text) && Number(text) >= fewest && Number(text) <= MAX_DAYS ? Number(text) : undefined,
  );

/** A format that reads the words in `on` as true, and those in `off` as false. */
export function toggle(what: string, on: readonly string[], off: readonly string[]): SettingFormat<boolean> {
  return format(what, (text) => (on.includes(text) ? true : off.includes(text) ? false : undefined));
}

/** User, password and name of the database are percent-encoded; with a wrong escape, no connection could ever be made. */
export const databaseUrl = format('a postgresql:// address whose % signs begin an escape such as %2F', (text) => {
  const url = parseUrl(text);
  const isPostgres = url !== null && ['postgres:', 'postgresql:'].includes(url.protocol);
  return isPostgres && [url.username, url.password, url.pathname].every(isDecodable) ? text : undefined;
});

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const emulatorOrigin = format('host:port or an http address', (text) => {
  if (!/^(?:https?:\/\/)?(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}\/?$/i.test(text)) return undefined;
  const address = text.includes('://') ? text : `http://${text}`;
  return parseUrl(address)?.origin;
});

export const listenAddress = format('ip:port', (text) => {
  const [, ipv6, ipv4, portText = ''] = /^(?:\[([\da-f:]+)\]|(\d{1,3}(?:\.\d{1,3}){3})):(\d{1,5})$/i.exec(text) ?? [];
  const [host, number] = [ipv6 ?? ipv4, readPort(portText)];
  return host === undefined || number === undefined ? undefined : { host, port: number };
});

const frame = z.strictObject({ src: httpUrl });
export const Ads = z.strictObject({
  banner: frame.optional(),
  native: frame.optional(),
  scripts: z.array(httpUrl).max(2).optional(),
  hosts: z.array(z.string().regex(CSP_HOST)).optional(),
});
export type Ads = z.infer<typeof Ads>;

export const Firebase = z.strictObject({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  storageBucket: z.string(),
  messagingSenderId: z.string(),
  appId: z.string(),
  measurementId: z.string(),
});
export type Firebase = z.infer<typeof Firebase>;

function readPort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

/** Normalises a host name as browsers send it: in lower case, with A-labels for non-ASCII labels. */
function readHostName(text: string): string | undefined {
  if (!/^[^\s/:@?#[\]]+$/.test(text)) return undefined;
  const name = parseUrl(`http://${text}`)?.hostname.replace(/\.$/, '') ?? '';
  return /^[\w-]+(?:\.[\w-]+)*$/.test(name) ? name : undefined;
}
