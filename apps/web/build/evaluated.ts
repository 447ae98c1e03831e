import { build } from 'esbuild';
import type { Plugin } from 'vite';

const TAKEN_KINDS = /[\\/]src[\\/]tools[\\/]screens[\\/]taken-kinds\.ts$/;

/**
 * Ships the value of `takenKinds` in the place of the module that derives it from the contracts. A build that does not meet
 * the module fails: without the replacement every page would load all contracts first.
 */
export function evaluated(): Plugin {
  let isReplaced = false;
  return {
    name: 'evaluated',
    enforce: 'pre',
    load: {
      filter: { id: TAKEN_KINDS },
      handler(id) {
        isReplaced = true;
        return evaluate(id);
      },
    },
    generateBundle() {
      if (!isReplaced) throw new Error('evaluated: tools/screens/taken-kinds.ts is not in this build; adapt the path.');
    },
  };
}

async function evaluate(id: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [id],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const { takenKinds } = (await import(`data:text/javascript;base64,${code}`)) as { takenKinds: unknown };
  return `export const takenKinds = ${JSON.stringify(takenKinds)};\n`;
}
