import { Sentence } from '../ready/sentence.mjs';

/** `dns` → `Dns`. */
export const capitalised = (id) => id[0].toUpperCase() + id.slice(1);

/** Where a tool is registered: an export, and an entry in each of the four lists. */
export function registries(id) {
  return [
    { path: 'packages/contract/src/index.ts', line: `export * from './tools/${id}/contract.ts';` },
    {
      path: 'packages/contract/src/tools/index.ts',
      line: `import { ${id} } from './${id}/contract.ts';`,
      list: 'tools',
      entry: id,
    },
    {
      path: 'packages/contract/src/tools/modules.ts',
      line: `import { ${id}Module } from './${id}/index.ts';`,
      list: 'modules',
      entry: `${id}: ${id}Module`,
    },
    {
      path: 'packages/probes/src/tools/index.ts',
      list: 'probes',
      entry: `${id}: async () => (await import('./${id}/probe.ts')).probe${capitalised(id)}`,
    },
    {
      path: 'apps/web/src/tools/index.ts',
      line: `import { screen as ${id} } from './${id}/screen.ts';`,
      list: 'byId',
      entry: id,
    },
  ];
}

const NGINX = 'deploy/nginx/sonde.conf';

/** The pages that nginx names in its log, as a pattern. */
export const loggedPages = {
  path: NGINX,
  /** Adds the page of a tool to the text. */
  withPage(text, id) {
    const found = /(\(\?<sonde_page>\/\(\?:)([^)]*)\)/.exec(text);
    if (found === null) throw new Sentence(`${NGINX} has no sonde_page to enter the page in.`);
    const [whole, head, pages] = found;
    return pages.split('|').includes(id) ? text : text.replace(whole, () => `${head}${pages}|${id})`);
  },
};

/** Adds line and entry to the text of a registry, each at the end of its kind and at most once. */
export function withEntry(text, { path, line, list, entry }) {
  const withLine = line === undefined || text.includes(line) ? text : withLineAfterLast(text, line);
  if (list === undefined) return withLine;
  const found = new RegExp(`(const ${list}\\b[^=\\n]*= \\{)([^}]*)\\}`).exec(withLine);
  if (found === null) throw new Sentence(`${path} has no list '${list}' to enter the tool in.`);
  const [whole, head, body] = found;
  const entries = body
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  if (!entries.includes(entry)) entries.push(entry);
  return withLine.replace(whole, () => `${head} ${entries.join(', ')} }`);
}

function withLineAfterLast(text, line) {
  const lines = text.split('\n');
  const word = line.slice(0, line.indexOf(' '));
  const last = lines.findLastIndex((one) => one.startsWith(`${word} `) && / from '.*';$/.test(one));
  return lines.toSpliced(last + 1, 0, line).join('\n');
}
