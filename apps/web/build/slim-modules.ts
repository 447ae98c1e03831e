import type { Plugin } from 'vite';
import { expectReplacements } from './replacements.ts';

/** The lines of a route or of a tool's card that only the prerendered `head` element needs. */
const DESCRIPTION = /^ +description:\s+(?:'[^'\n]*'|"[^"\n]*"),\n/gm;

/**
 * Replaces general code of our dependencies by what this site needs of it; together 3 kB of every first load. Why each
 * replacement is safe is explained in docs/decisions/038-what-the-build-replaces.md.
 */
export function slimModules(): Plugin {
  const replacements = expectReplacements('slim-modules', [
    'preload helper of Vite',
    'pattern reader of the router',
    'descriptions of pages',
  ]);
  let isPageBuild = false;
  return {
    name: 'slim-modules',
    enforce: 'pre',
    configResolved({ command, build }) {
      isPageBuild = command === 'build' && !build.ssr;
    },
    load(id) {
      // There are no sheets and no preloads to wait for (see `build` in vite.config.ts).
      if (id.includes('vite/preload-helper')) {
        return replacements.made('preload helper of Vite', '', 'export const __vitePreload = (load) => load();');
      }
      // It reads patterns like /users/:id; our routes are plain paths, compared as they stand.
      if (/[\\/]regexparam[\\/]/.test(id)) {
        return replacements.made('pattern reader of the router', '', 'export const parse = undefined;');
      }
      return null;
    },
    transform(code, id, options) {
      const isServer = options?.ssr === true;
      if (isServer || !/[\\/]src[\\/](?:routes\.tsx|tools[\\/]\w+[\\/]screen\.ts)$/.test(id)) return null;
      return { code: replacements.made('descriptions of pages', code, code.replace(DESCRIPTION, '')), map: null };
    },
    generateBundle() {
      if (isPageBuild) replacements.check();
    },
  };
}
