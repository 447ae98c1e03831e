import { limitVariables } from '../settings/engine-variables.ts';
import {
  defaultValues,
  type Environment,
  readVariables,
  type SettingsResult,
  type Values,
} from '../settings/variables.ts';
import type { RateLimit } from './allowance.ts';

/** What all visitors together may ask of one target. */
export interface LimitSettings {
  /** DNS questions of the subdomain finder below one registrable domain, limited by all rules; null for no limit. */
  readonly zoneBudget: readonly RateLimit[] | null;
  /** Connections of TLS checks to one address: this many at once, and as many again over the window; null for no limit. */
  readonly tlsBudget: RateLimit | null;
  /** Questions to one DNS server named by visitors: this many at once, and as many again over the window; null for no limit. */
  readonly serverBudget: RateLimit | null;
  /** Web checks of one host: this many at once, and as many again over the window; null for no limit. */
  readonly webBudget: RateLimit | null;
}

export const defaultLimitSettings = toSettings(defaultValues(limitVariables));

export function readLimitSettings(env: Environment): SettingsResult<LimitSettings> {
  const { settings: values, problems } = readVariables(limitVariables, env);
  return values === null ? { settings: null, problems } : { settings: toSettings(values), problems };
}

function toSettings(values: Values<typeof limitVariables>): LimitSettings {
  return {
    zoneBudget: values.SONDE_ZONE_BUDGET,
    tlsBudget: values.SONDE_TLS_BUDGET,
    serverBudget: values.SONDE_SERVER_BUDGET,
    webBudget: values.SONDE_WEB_BUDGET,
  };
}
