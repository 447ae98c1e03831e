import type { AnyTool } from '@sonde/contract';
import type { FrozenTool } from '../../tools/checked/frozen-context.ts';

/** How each tool shows a kept answer, in chunks of their own; answers of all other tools are shown as tables. */
const loaders = import.meta.glob<FrozenTool<AnyTool>>('../../tools/*/frozen.tsx', { import: 'frozen' });

/** Loads how a tool shows a kept answer; null for a tool without a screen for it. */
export async function frozenTool(id: string): Promise<FrozenTool<AnyTool> | null> {
  const path = `../../tools/${id}/frozen.tsx`;
  return Object.hasOwn(loaders, path) ? ((await loaders[path]?.()) ?? null) : null;
}

/** Query for `frozenTool`, which loads the code of each tool once. */
export const frozenQuery = (tool: string) =>
  ({
    queryKey: ['frozen', tool],
    queryFn: () => frozenTool(tool),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  }) as const;
