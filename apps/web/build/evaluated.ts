import { build } from 'esbuild';
import type { Plugin } from 'vite';

/** By the end of its path, what each of these modules exports. */
const EVALUATED = {
  'tools/answer/check-titles.ts': 'checkTitles',
  'tools/answer/deadlines.ts': 'deadlines',
  'tools/screens/taken-kinds.ts': 'takenKinds',
  'tools/screens/api-calls.ts': 'apiCalls',
  'tools/report/part-lists.ts': 'partLists',
} as const;

const modules = Object.entries(EVALUATED);
const PATHS = new RegExp(`[\\\\/]src[\\\\/](?:${modules.map(([path]) => path.replaceAll('/', '[\\\\/]')).join('|')})$`);

/**
 * Ships the values of these modules in the place of what derives them from the contracts. A build that does not meet one of
 * them fails: without the replacement every page would load all contracts first.
 */
export function evaluated(): Plugin {
  const replaced = new Set<string>();
  return {
    name: 'evaluated',
    enforce: 'pre',
    load: {
      filter: { id: PATHS },
      handler(id) {
        const [path, name] = modules.find(([end]) => id.replaceAll('\\', '/').endsWith(end)) ?? [];
        if (path === undefined || name === undefined) return null;
        replaced.add(path);
        return evaluate(id, name);
      },
    },
    generateBundle() {
      for (const [path] of modules) {
        if (!replaced.has(path)) throw new Error(`evaluated: ${path} is not in this build; adapt the path.`);
      }
    },
  };
}

async function evaluate(id: string, name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [id],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const exported = (await import(`data:text/javascript;base64,${code}`)) as Readonly<Record<string, unknown>>;
  return `export const ${name} = ${JSON.stringify(exported[name])};\n`;
}
