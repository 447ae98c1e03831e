import { type AnyTool, type ToolId, tools } from '@sonde/contract';
import { type Pasted, readPasted } from '@sonde/contract/targets/pasted';
import { toReverseName } from '@sonde/contract/targets/reverse-name';

type Query = Readonly<Record<string, string>>;

export interface InterpretedQuery {
  readonly query: Query;
  /** Explains how the target was interpreted; null if it was taken literally. */
  readonly note: string | null;
}

/**
 * The query with its target in a form that the tool accepts: `shop.test` for `https://shop.test/path`, and for DNS the
 * reverse name of an address, as with `dig -x`. A target that the tool accepts, or that cannot be understood, stays as
 * it is.
 */
export function interpretQuery(id: ToolId, query: Query): InterpretedQuery {
  const tool: AnyTool = tools[id];
  const typed = query[tool.target] ?? '';
  const pasted = readPasted(typed);
  if (pasted === null || accepts(tool, query)) return { query, note: null };
  for (const target of candidates(tool, pasted)) {
    const interpreted = { ...query, [tool.target]: target };
    if (accepts(tool, interpreted))
      return { query: interpreted, note: `${JSON.stringify(typed)} was interpreted as ${target}` };
  }
  return { query, note: null };
}

/** The possible interpretations of the target, most complete first. */
function candidates({ targetKinds }: AnyTool, { host, port, url }: Pasted): string[] {
  const withPort = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  // A tool that takes any DNS name also takes the reverse name of an address.
  const reverse = targetKinds.includes('dns-name') ? toReverseName(host) : null;
  return [
    ...(url !== null && targetKinds.includes('url') ? [url] : []),
    ...(port === null ? [] : [withPort]),
    host,
    ...(reverse === null ? [] : [reverse]),
  ];
}

function accepts(tool: AnyTool, query: Query): boolean {
  const { issues = [] } = tool.query.safeParse(query).error ?? {};
  return !issues.some(({ path }) => path[0] === tool.target);
}
