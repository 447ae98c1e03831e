import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';
import { DEFAULT_EVERY_SECONDS, type WatchRules } from '../watch/watch-rules.ts';

const usual: WatchRules = { everySeconds: DEFAULT_EVERY_SECONDS };

/** How the answers of any tool are watched. */
export function watchRulesOf(id: ToolId): WatchRules {
  return moduleOf(id)?.watch ?? usual;
}
