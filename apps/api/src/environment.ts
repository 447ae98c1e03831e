import * as z from 'zod';
import { Demo } from './demo/demo.ts';
import type { RateLimit } from './limits/allowance.ts';

/*
 * The variables of the server, each with what it must be: the sentence an operator reads when it is not.
 * Values are never repeated in those sentences, some are secrets.
 */

const HTTP_PROTOCOL = /^https?$/;
/** What a CSP source may look like; anything looser could write further directives. */
const CSP_HOST = /^(?:https?:\/\/)?(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/i;

const must = (what: string) => ({ error: `must be ${what}` });
const text = (what: string) => z.string(must(what)).trim().min(1, must(what));
const httpUrl = (what: string) => z.url({ protocol: HTTP_PROTOCOL, ...must(what) });
const matching = (pattern: RegExp, what: string) => text(what).regex(pattern, must(what));

/** Comma separated; every item must fit. */
function list<Item extends z.ZodType>(item: Item, what: string) {
  return z.string().transform((joined, context) => {
    const parsed = z.array(item).safeParse(joined.split(',').map((part) => part.trim()));
    if (parsed.success) return parsed.data;
    context.addIssue(`must be ${what}`);
    return z.NEVER;
  });
}

/** JSON text of a value that fits `schema`, or `word`; `what` stands for all that can be wrong with it. */
function json<Schema extends z.ZodType, const Word extends string = never>(schema: Schema, what: string, word?: Word) {
  return z.string().transform((raw, context) => {
    if (word !== undefined && raw === word) return word;
    const parsed = schema.safeParse(parseJson(raw));
    if (parsed.success) return parsed.data;
    const path = parsed.error.issues[0]?.path ?? [];
    context.addIssue(`must be ${what}${path.length > 0 ? ` (look at ${path.join('.')})` : ''}`);
    return z.NEVER;
  });
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

const isPort = (port: string) => Number(port) <= 65_535;

const port = matching(/^\d{1,5}$/, 'a whole number from 0 to 65535')
  .refine(isPort, must('a whole number from 0 to 65535'))
  .transform(Number);

const LISTEN_HOST = 'an IP address, a host name, or the path of a Unix socket';
const listenHost = z.union([z.ipv4(), z.ipv6(), z.hostname(), z.string().regex(/^\.{0,2}\/.+/)], must(LISTEN_HOST));

/** In the form in which browsers send it: lower case, and A-labels for what is not ASCII. */
const hostName = z
  .string()
  .regex(/^[^\s/:@?#[\]]+$/)
  .transform((name) => (URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname.replace(/\.$/, '') : ''))
  .pipe(z.string().regex(/^[\w-]+(?:\.[\w-]+)*$/));

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const NETWORKS = 'addresses or CIDR networks, comma separated';

function toRateLimit(limit: string): RateLimit | null {
  const [units, seconds] = limit.split(/[/s]/).map(Number);
  return units && seconds ? { units, windowMs: seconds * 1000 } : null;
}

function toListenAddress(address: string): { readonly host: string; readonly port: number } {
  const end = address.lastIndexOf(':');
  return { host: address.slice(0, end).replace(/^\[|\]$/g, ''), port: Number(address.slice(end + 1)) };
}

const frame = z.strictObject({ src: httpUrl('an http or https address') });
const Ads = z.strictObject({
  banner: frame.optional(),
  native: frame.optional(),
  scripts: z.array(httpUrl('an http or https address')).max(2).optional(),
  hosts: z.array(z.string().regex(CSP_HOST)).optional(),
});
export type Ads = z.infer<typeof Ads>;

const Firebase = z.strictObject({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  storageBucket: z.string(),
  messagingSenderId: z.string(),
  appId: z.string(),
  measurementId: z.string(),
});

export type Firebase = z.infer<typeof Firebase>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** All variables but those of the network door and the local data, which read their own. */
export const Environment = z.object({
  PORT: port.default(3000),
  HOST: listenHost.default('127.0.0.1'),
  SONDE_CA_FILE: text('the path of a PEM file').optional(),
  SONDE_TRUST_PROXY: list(network, NETWORKS).default([]),
  SONDE_RATE_LIMIT: matching(/^(?:[1-9]\d{0,6}\/[1-9]\d{0,5}s|off)$/, 'units/seconds such as 60/60s, or off')
    .default('60/60s')
    .transform(toRateLimit),
  SONDE_ENCRYPT_RESPONSES: z
    .enum(['true', 'false', '1', '0'], must('true or false'))
    .default('false')
    .transform((text) => text === 'true' || text === '1'),
  SONDE_DATA_DIR: text('the path of a folder').default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/, ...must('a postgresql:// address') }).optional(),
  SONDE_REDIS_URL: z.url({ protocol: /^(?:redis|valkey)s?$/, ...must('a redis:// address') }).optional(),
  SONDE_FIREBASE: json(Firebase, 'JSON of the seven public project settings').optional(),
  SONDE_FIREBASE_EMULATOR: matching(
    /^(?:https?:\/\/)?(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}\/?$/i,
    'host:port or an http address',
  ).optional(),
  SONDE_SMTP_URL: z.url({ protocol: /^smtps?$/, ...must('an smtp:// address') }).optional(),
  SONDE_MAIL_FROM: matching(/@/, 'an e-mail address, with or without a name').optional(),
  SONDE_PUBLIC_URL: httpUrl('an http or https address').optional(),
  SONDE_HOSTS: list(hostName, 'host names without port, comma separated').default([]),
  SONDE_SECRET: text('a text that nobody can guess').optional(),
  SONDE_CORS_ORIGINS: list(
    z.string().regex(/^https?:\/\/[^\s/?#@,]+$/),
    'origins such as https://example.com, comma separated',
  ).default([]),
  SONDE_GOOGLE_MAPS_KEY: matching(/^[\w-]+$/, 'a key of letters, digits, - and _').optional(),
  SONDE_TILE_URL: matching(
    /^https?:\/\/(?=\S*\{z\})(?=\S*\{x\})(?=\S*\{y\})[^\s;,'"]+$/,
    'an http or https address with {z}, {x} and {y}',
  ).optional(),
  SONDE_CONTACT_EMAIL: z.email(must('an e-mail address')).default('contact@example.com'),
  SONDE_BRAND: matching(/^[^\p{Cc}]{1,60}$/u, 'a name of up to 60 characters').default('Sonde'),
  SONDE_ADS: json(
    Ads,
    'off, or JSON {banner: {src}, native: {src}, scripts: [url, url], hosts: [...]}',
    'off',
  ).optional(),
  SONDE_METRICS: matching(/^(?:\[[\da-f:]+\]|\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/i, 'ip:port')
    .refine((address) => isPort(address.slice(address.lastIndexOf(':') + 1)), must('ip:port'))
    .transform(toListenAddress)
    .optional(),
  SONDE_DEMO: json(Demo, 'what npm run demo makes it').optional(),
  SONDE_SELF_TEST: z
    .enum(['on', 'off'], must('on or off'))
    .default('off')
    .transform((text) => text === 'on'),
  SONDE_LOG_LEVEL: z.enum(LOG_LEVELS, must(`one of ${LOG_LEVELS.join(', ')}`)).default('info'),
});
