import type { RateLimit } from '../limits/allowance.ts';
import { format } from './format.ts';
import type { VariableTable } from './variables.ts';

const MAX_BUDGET_SECONDS = 99_999;
const MAX_ZONE_RULES = 4;
/** The number of connections that a TLS check reserves at the start. */
const FEWEST_CONNECTIONS = 25;

/** What all visitors together may send to one target. */
export const limitVariables = {
  /** A search with the bundled words asks some 6,000 questions: this permits three in ten minutes, of 3 s each. */
  SONDE_ZONE_BUDGET: {
    format: format('questions/seconds such as 2000/1s,20000/600s, or off', (text) => readBudget(text, MAX_ZONE_RULES)),
    default: '2000/1s,20000/600s',
    meaning:
      'limits for the DNS questions below one registrable domain, over all visitors: those of the subdomain finder, and of all tools that records lead there; all rules apply together; or `off`',
    example: '500/1s,9000/3600s',
    contacts: false,
  },
  /** A lookup of every type asks some forty questions: this permits thirty such lookups at once, and one every two seconds. */
  SONDE_SERVER_BUDGET: {
    format: format('questions/seconds such as 1200/60s, or off', readServerBudget),
    default: '1200/60s',
    meaning:
      'limit for the DNS questions to one server named by visitors, over all visitors: so many at once, and as many again during that time; or `off`',
    example: '300/60s',
    contacts: false,
  },
  /**
   * A TLS check makes 17 to 30 connections to a modern site, and never more than 250. A single check never waits, twelve usual
   * ones run concurrently, and after that one starts every three seconds, which an address shared by thousands of sites can
   * bear: it is as much as twelve visitors with browsers would open.
   */
  SONDE_TLS_BUDGET: {
    format: format('connections/seconds such as 300/30s, from 25 connections on, or off', readConnectionBudget),
    default: '300/30s',
    meaning:
      'limit for the connections of TLS checks to one address: so many at once, and as many again during that time; or `off`',
    example: '100/30s',
    contacts: false,
  },
  /**
   * A check makes about ten requests, as many as a visitor who opens a page. Two a minute; a single visitor may make two at
   * once, so that another one still finds room.
   */
  SONDE_WEB_BUDGET: {
    format: format('checks/seconds such as 4/120s, or off', readServerBudget),
    default: '4/120s',
    meaning:
      'limit for the web checks of one host, over all visitors: so many at once, and as many again during that time; or `off`',
    example: '10/60s',
    contacts: false,
  },
} satisfies VariableTable;

function readConnectionBudget(text: string): RateLimit | null | undefined {
  const rules = readBudget(text, 1);
  if (rules === undefined || rules === null) return rules;
  return rules.find(({ units }) => units >= FEWEST_CONNECTIONS);
}

function readServerBudget(text: string): RateLimit | null | undefined {
  const rules = readBudget(text, 1);
  return rules === null ? null : rules?.[0];
}

/** Null for `off`. */
function readBudget(text: string, maxRules: number): readonly RateLimit[] | null | undefined {
  if (text === 'off') return null;
  const rules = text.split(',').map((rule) => readRate(rule.trim(), MAX_BUDGET_SECONDS));
  const known = rules.filter((rule) => rule !== undefined);
  return known.length === rules.length && rules.length <= maxRules ? known : undefined;
}

/** `60/60s`: this many units in this many seconds. */
export function readRate(text: string, maxSeconds: number): RateLimit | undefined {
  const [, units, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})s$/.exec(text) ?? [];
  if (units === undefined || Number(seconds) > maxSeconds) return undefined;
  return { units: Number(units), windowMs: Number(seconds) * 1000 };
}
