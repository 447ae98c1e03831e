import type { AnyTool, ToolId, Tools } from '@sonde/contract';
import type { FrozenTool } from '../../tools/checked/frozen-context.ts';

/** How each tool shows a kept answer, in chunks of their own; answers of all other tools are shown as tables. */
const loaders = {
  geo: () => import('../../tools/geo/frozen.tsx'),
  ssl: () => import('../../tools/ssl/frozen.tsx'),
  whois: () => import('../../tools/whois/frozen.tsx'),
  dns: () => import('../../tools/dns/frozen.tsx'),
  subdomain: () => import('../../tools/subdomain/frozen.tsx'),
  ping: () => import('../../tools/ping/frozen.tsx'),
  mac: () => import('../../tools/mac/frozen.tsx'),
  delegation: () => import('../../tools/delegation/frozen.tsx'),
  traceroute: () => import('../../tools/traceroute/frozen.tsx'),
  mail: () => import('../../tools/mail/frozen.tsx'),
} satisfies { readonly [Id in ToolId]?: () => Promise<{ readonly frozen: FrozenTool<Tools[Id]> }> };

/** Loads how a tool shows a kept answer; null for a tool without a screen for it. */
export async function frozenTool(id: string): Promise<FrozenTool<AnyTool> | null> {
  if (!Object.hasOwn(loaders, id)) return null;
  const { frozen } = await loaders[id as keyof typeof loaders]();
  // The registry pairs every tool with its own contract; TypeScript cannot follow that through an index.
  return frozen as unknown as FrozenTool<AnyTool>;
}

/** Query for `frozenTool`, which loads the code of each tool once. */
export const frozenQuery = (tool: string) =>
  ({
    queryKey: ['frozen', tool],
    queryFn: () => frozenTool(tool),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  }) as const;
