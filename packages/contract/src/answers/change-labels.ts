import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';

/** The label of a tool's fact; its path if it has none. */
export function factLabel(id: ToolId, path: string): string {
  const found = moduleOf(id)?.changeLabels.find(([pattern]) => pattern.test(path));
  return found === undefined ? path : path.replace(...found);
}

/** The text value of a fact as shown to readers. */
export function factText(id: ToolId, value: string): string {
  const known = moduleOf(id)?.factTexts ?? {};
  return (Object.hasOwn(known, value) ? known[value] : undefined) ?? value;
}
