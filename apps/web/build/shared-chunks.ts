import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

const ENTRY = /[\\/]src[\\/]entry\.client\.tsx$/;
/** The module of a route, by the name of its page. */
const PAGE = /[\\/]src[\\/](?:pages[\\/]([^\\/]+)|tools[\\/]([^\\/]+)[\\/]page)\.tsx$/;

/** What fewer answers share stays with them, or is a chunk of its own. */
const LEAST_ANSWERS = 3;
/** All that is particular to any tool. What needs it needs as much of each tool as its answer does. */
const ALL_TOOLS = /[\\/]contract[\\/]src[\\/]tools[\\/]modules\.ts$/;
/** So few pages, and so many characters of code before it is minified, are worth a chunk that the others do not load. */
const MOST_PAGES = 4;
const LEAST_CODE = 800;
/** The body of a page that shows no answer of a tool. */
const BODY = /[\\/]src[\\/]pages[\\/](?:.*[\\/])?([^\\/]+)\.tsx?$/;
/** A body that needs less of what answers share, in characters before it is minified, loads only that. */
const LIGHT_BODY = 50_000;

interface Chunks {
  /** The site, and what several pages need before their first lookup. */
  readonly frame: ReadonlySet<string>;
  /** What the same few pages need, and no answer. A page loads one such chunk at most: each is another request. */
  readonly samePages: ReadonlyMap<string, string>;
  /** What a page needs before its lookup and its answer needs as well, so that neither loads the other for it. */
  readonly besideAnswer: ReadonlyMap<string, string>;
  /** What light bodies of pages share with answers: one chunk of what several do, and one for each body of what it alone does. */
  readonly bodies: ReadonlyMap<string, string>;
  /** What most answers need besides. */
  readonly answers: ReadonlySet<string>;
}

/**
 * What several pages or answers share, found in the graph of imports. All other chunks are those of Vite, one for each `import()`;
 * it alone would make a chunk for each set of pages that share something, and sixty requests of a first load.
 */
export function sharedChunks(): Rolldown.CodeSplittingGroup[] {
  let found: Chunks | null = null;
  const group = (
    priority: number,
    nameOf: (chunks: Chunks, id: string) => string | null,
  ): Rolldown.CodeSplittingGroup => ({
    priority,
    name(id, graph) {
      found ??= divide(graph, entryAbove(graph, id));
      return nameOf(found, id);
    },
  });
  // A group takes along what its modules import, unless one of a higher priority has it.
  return [
    group(3, ({ frame }, id) => (frame.has(id) ? 'frame' : null)),
    group(2, ({ besideAnswer, samePages }, id) => besideAnswer.get(id) ?? samePages.get(id) ?? null),
    group(1, ({ bodies }, id) => bodies.get(id) ?? null),
    group(0, ({ answers }, id) => (answers.has(id) ? 'answers' : null)),
  ];
}

function divide(graph: Graph, entry: string): Chunks {
  const site = closure(graph, [entry]);
  const routes = dynamicImports(graph, site).filter((id) => PAGE.test(id));
  const pages = new Map(routes.map((id) => [nameOfPage(id), without(closure(graph, [id]), site)]));
  const usersOf = sharedBy(pages);
  const answers = new Map(dynamicImports(graph, [...site, ...usersOf.keys()]).map((id) => [id, closure(graph, [id])]));
  // Not the entry itself: it waits for a page, and every page waits for the frame.
  const frame = without(site, new Set([entry]));
  const besideAnswer = new Map<string, string>();
  const answersOf = sharedBy(answers);
  const beforeAnswer = new Map([...usersOf].filter(([id]) => !answersOf.has(id)));
  const samePages = sharedBySame(graph, pages, beforeAnswer);
  for (const [id, [page = '', ...others]] of usersOf) {
    if (samePages.has(id)) continue;
    if (others.length > 0) frame.add(id);
    else if (answersOf.has(id)) besideAnswer.set(id, `${page}-page`);
  }
  const ofAllTools = new Set(
    [...answers].flatMap(([id, ids]) => ([...ids].some((one) => ALL_TOOLS.test(one)) ? id : [])),
  );
  // What needs all tools does not count: else, with every answer, that of all other tools would be loaded.
  const most = [...answersOf].flatMap(([id, users]) => {
    const ownUsers = users.filter((user) => !ofAllTools.has(user));
    return ownUsers.length >= LEAST_ANSWERS && !usersOf.has(id) ? id : [];
  });
  const shared = without(new Set(most), frame);
  const bodiesOf = sharedBy(lightBodies(graph, answers, shared));
  const bodies = new Map(
    [...bodiesOf].map(([id, [body = '', ...others]]) => [id, others.length > 0 ? 'bodies' : `${body}-body`]),
  );
  return { frame, samePages, besideAnswer, bodies, answers: without(shared, new Set(bodies.keys())) };
}

/** What each light body of a page shares with answers. */
function lightBodies(
  graph: Graph,
  answers: ReadonlyMap<string, ReadonlySet<string>>,
  shared: ReadonlySet<string>,
): Map<string, ReadonlySet<string>> {
  const bodies = [...answers].flatMap(([id, ids]): [string, ReadonlySet<string>][] => {
    const body = BODY.exec(id)?.[1];
    return body === undefined ? [] : [[body, new Set([...ids].filter((one) => shared.has(one)))]];
  });
  return new Map(bodies.filter(([, ids]) => codeOf(graph, ids) < LIGHT_BODY));
}

/**
 * The chunks of modules that exactly the same few pages use, by module. Such a chunk costs these pages some three hundred octets, so
 * those come first whose pages are light; a page that has one gets no other.
 */
function sharedBySame(
  graph: Graph,
  pages: ReadonlyMap<string, ReadonlySet<string>>,
  usersOf: ReadonlyMap<string, readonly string[]>,
): Map<string, string> {
  const sets = new Map<string, { readonly users: readonly string[]; readonly ids: string[] }>();
  for (const [id, users] of usersOf) {
    if (users.length === 1 || users.length > MOST_PAGES) continue;
    const set = sets.get(users.join('-')) ?? { users, ids: [] };
    set.ids.push(id);
    sets.set(users.join('-'), set);
  }
  const weightOf = (users: readonly string[]) =>
    users.reduce((total, page) => total + codeOf(graph, pages.get(page) ?? []), 0) / users.length;
  const served = new Set<string>();
  const chunkOf = new Map<string, string>();
  const large = [...sets.values()].filter(({ ids }) => codeOf(graph, ids) >= LEAST_CODE);
  for (const { users, ids } of large.toSorted((a, b) => weightOf(a.users) - weightOf(b.users))) {
    if (users.some((page) => served.has(page))) continue;
    for (const page of users) served.add(page);
    for (const id of ids) chunkOf.set(id, `${users[0]}-and-others`);
  }
  return chunkOf;
}

/** How many characters of code, before it is minified. */
function codeOf(graph: Graph, ids: Iterable<string>): number {
  return [...ids].reduce((total, id) => total + (graph.getModuleInfo(id)?.code?.length ?? 0), 0);
}

function nameOfPage(id: string): string {
  const [, page, tool] = PAGE.exec(id) ?? [];
  return page ?? tool ?? '';
}

/** Rolldown asks about single modules, and the entry is above each of them. */
function entryAbove(graph: Graph, id: string): string {
  const seen = new Set([id]);
  for (const one of seen) {
    if (ENTRY.test(one)) return one;
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(one) ?? {};
    for (const importer of [...importers, ...dynamicImporters]) seen.add(importer);
  }
  throw new Error(`${id} is not imported by the entry of the pages.`);
}

/** These modules and all that they import, without `import()`. */
function closure(graph: Graph, ids: readonly string[]): Set<string> {
  const seen = new Set(ids);
  for (const one of seen) for (const imported of graph.getModuleInfo(one)?.importedIds ?? []) seen.add(imported);
  return seen;
}

function dynamicImports(graph: Graph, from: Iterable<string>): string[] {
  const ids = new Set(from);
  const all = new Set([...ids].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  return [...all].filter((id) => !ids.has(id));
}

function without(ids: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...ids].filter((id) => !others.has(id)));
}

/** The names of the sets that contain a module, by module. */
function sharedBy(sets: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const [name, ids] of sets) for (const id of ids) users.set(id, [...(users.get(id) ?? []), name]);
  return users;
}
