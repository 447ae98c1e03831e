import { type DataSettings, readDataSettings } from '../data/settings.ts';
import { type LimitSettings, readLimitSettings } from '../limits/settings.ts';
import { type NetSettings, readNetSettings } from '../net/settings.ts';
import type { Environment, SettingsResult } from './variables.ts';

/** All settings of the engines. */
export interface EngineSettings {
  readonly net: NetSettings;
  readonly data: DataSettings;
  readonly limits: LimitSettings;
}

export function readEngineSettings(env: Environment): SettingsResult<EngineSettings> {
  const [net, data, limits] = [readNetSettings(env), readDataSettings(env), readLimitSettings(env)];
  const problems = [...net.problems, ...data.problems, ...limits.problems];
  if (net.settings === null || data.settings === null || limits.settings === null) return { settings: null, problems };
  return { settings: { net: net.settings, data: data.settings, limits: limits.settings }, problems };
}
