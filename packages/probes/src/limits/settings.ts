import type { RateLimit } from './allowance.ts';

/** What the operator lets all visitors together ask of others. */
export interface LimitSettings {
  /** Questions of the subdomain finder below one registrable domain, every rule at once; null for no bound. */
  readonly zoneBudget: readonly RateLimit[] | null;
  /** Connections of TLS checks to one address: so many at once, and as many again over the window; null for no bound. */
  readonly tlsBudget: RateLimit | null;
}

/**
 * A search with the bundled words asks some 6,000 questions: three of them in ten minutes, in 3 s each.
 *
 * A TLS check takes 17 to 30 connections at a modern site, and never more than 250: a lone one never waits, twelve usual
 * ones fit in side by side, and after that one every three seconds, which is what an address that thousands of sites
 * share may meet with. To a server of its own that is what twelve visitors with browsers would open.
 */
export const defaultLimitSettings: LimitSettings = {
  zoneBudget: [
    { units: 2000, windowMs: 1000 },
    { units: 20_000, windowMs: 600_000 },
  ],
  tlsBudget: { units: 300, windowMs: 30_000 },
};

const RULE = /^([1-9]\d{0,8})\/([1-9]\d{0,4})s$/;
const MAX_RULES = 4;
/** What a check sets aside before it begins. */
const FEWEST_CONNECTIONS = 25;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads `SONDE_ZONE_BUDGET` and `SONDE_TLS_BUDGET`. `problems` names every bad value in one sentence each; `settings` is
 * null when there are any.
 */
export function readLimitSettings(env: Variables): { settings: LimitSettings | null; problems: string[] } {
  const zoneBudget = readRules(env['SONDE_ZONE_BUDGET'], MAX_RULES);
  const tlsBudget = readRules(env['SONDE_TLS_BUDGET'], 1);
  const isTooFew = Array.isArray(tlsBudget) && tlsBudget.some(({ units }) => units < FEWEST_CONNECTIONS);
  const problems = [
    ...(zoneBudget === 'bad'
      ? ['SONDE_ZONE_BUDGET must be questions/seconds such as 2000/1s,20000/600s, or off.']
      : []),
    ...(tlsBudget === 'bad' || isTooFew
      ? ['SONDE_TLS_BUDGET must be connections/seconds such as 300/30s, from 25 connections on, or off.']
      : []),
  ];
  if (zoneBudget === 'bad' || tlsBudget === 'bad' || problems.length > 0) return { settings: null, problems };
  const settings = {
    zoneBudget: zoneBudget === 'default' ? defaultLimitSettings.zoneBudget : zoneBudget,
    tlsBudget: tlsBudget === 'default' ? defaultLimitSettings.tlsBudget : (tlsBudget?.[0] ?? null),
  };
  return { settings, problems };
}

/** Null for `off`. */
function readRules(value: string | undefined, most: number): readonly RateLimit[] | null | 'default' | 'bad' {
  const text = (value ?? '').trim();
  if (text === '') return 'default';
  if (text === 'off') return null;
  const rules = text.split(',').map((rule) => readRule(rule.trim()));
  const readable = rules.filter((rule) => rule !== null);
  return readable.length === rules.length && rules.length <= most ? readable : 'bad';
}

function readRule(text: string): RateLimit | null {
  const [, units, seconds] = RULE.exec(text) ?? [];
  if (units === undefined || seconds === undefined) return null;
  return { units: Number(units), windowMs: Number(seconds) * 1000 };
}
