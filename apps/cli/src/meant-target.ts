import { type AnyTool, type ToolId, tools } from '@sonde/contract';
import { type Pasted, readPasted } from '@sonde/contract/target/pasted';
import { toReverseName } from '@sonde/contract/target/reverse-name';

type Query = Readonly<Record<string, string>>;

export interface MeantQuery {
  readonly query: Query;
  /** How the target was read where it was not taken literally, for the person who typed it; null where it was. */
  readonly note: string | null;
}

/**
 * The query with its target as a tool takes it: `shop.test` for `https://shop.test/path`, and for DNS the reverse name
 * of an address, as `dig -x` has it. What the tool takes literally, and what nobody can read, stays as it is.
 */
export function meantQuery(id: ToolId, query: Query): MeantQuery {
  const tool: AnyTool = tools[id];
  const typed = query[tool.target] ?? '';
  const read = readPasted(typed);
  if (read === null || accepts(tool, query)) return { query, note: null };
  for (const target of spellings(id, read)) {
    const meant = { ...query, [tool.target]: target };
    if (accepts(tool, meant)) return { query: meant, note: `${JSON.stringify(typed)} is read as ${target}` };
  }
  return { query, note: null };
}

/** How the target may be written for a tool, the fullest first. */
function spellings(id: ToolId, { host, port }: Pasted): string[] {
  const withPort = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const reverse = id === 'dns' ? toReverseName(host) : null;
  return [...(port === null ? [] : [withPort]), host, ...(reverse === null ? [] : [reverse])];
}

function accepts(tool: AnyTool, query: Query): boolean {
  const { issues = [] } = tool.query.safeParse(query).error ?? {};
  return !issues.some(({ path }) => path[0] === tool.target);
}
