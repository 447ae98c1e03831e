import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { expectReplacements } from './replacements.ts';

const iconRenderer = fileURLToPath(new URL('../src/ui/icons/svg-icon.ts', import.meta.url));

/** The lines of a route or of a tool's card that only the prerendered `head` element needs. */
const DESCRIPTION = /^ +description:\s+(?:'[^'\n]*'|"[^"\n]*"),\n/gm;
/** What an icon holds besides its lines; the keys are random and do not compress. */
const ICON_EXTRAS = /, key: "\w+"|^ {2}(?:name: "[\w-]+"|size: 24),\n/gm;

/**
 * Replaces general code of our dependencies by what this site needs of it; together 3 kB of every first load. Why each
 * replacement is safe is explained in docs/decisions/042-what-the-build-replaces.md.
 */
export function slimModules(): Plugin {
  const replacements = expectReplacements('slim-modules', [
    'preload helper of Vite',
    'pattern reader of the router',
    'renderer of the icons',
    'extras of the icons',
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
      if (!/lucide-react.*[\\/]createLucideIcon\.mjs$/.test(id)) return null;
      const own = `export { createIcon as default } from ${JSON.stringify(iconRenderer)};`;
      return replacements.made('renderer of the icons', '', own);
    },
    transform(code, id, options) {
      if (/lucide-react.*[\\/]icons[\\/][\w-]+\.mjs$/.test(id)) {
        return { code: replacements.made('extras of the icons', code, code.replace(ICON_EXTRAS, '')), map: null };
      }
      const isServer = options?.ssr === true;
      if (isServer || !/[\\/]src[\\/](?:routes\.tsx|tools[\\/]\w+[\\/]screen\.ts)$/.test(id)) return null;
      return { code: replacements.made('descriptions of pages', code, code.replace(DESCRIPTION, '')), map: null };
    },
    generateBundle() {
      if (isPageBuild) replacements.check();
    },
  };
}
