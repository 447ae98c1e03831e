import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const iconRenderer = fileURLToPath(new URL('../src/ui/svg-icon.ts', import.meta.url));

/** The lines of a route or of a tool's card that only the prerendered head of a page carries. */
const DESCRIPTION = /^ +description:\s+(?:'[^'\n]*'|"[^"\n]*"),\n/gm;
/** What an icon says of itself besides its lines; the keys are random and do not compress. */
const ICON_EXTRAS = /, key: "\w+"|^ {2}(?:name: "[\w-]+"|size: 24),\n/gm;

/** Modules that do in general what is simple here; together 3 kB of every first load. */
export const leaner: Plugin = {
  name: 'leaner',
  enforce: 'pre',
  load(id) {
    // There are no sheets and no preloads to wait for (see `build` in vite.config.ts).
    if (id.includes('vite/preload-helper')) return 'export const __vitePreload = (load) => load();';
    // The router's reader of patterns like /users/:id; our routes are plain paths, compared as they stand.
    if (/[\\/]regexparam[\\/]/.test(id)) return 'export const parse = undefined;';
    if (!/lucide-react.*[\\/]createLucideIcon\.mjs$/.test(id)) return null;
    return `export { createIcon as default } from ${JSON.stringify(iconRenderer)};`;
  },
  transform(code, id, options) {
    if (/lucide-react.*[\\/]icons[\\/][\w-]+\.mjs$/.test(id)) return { code: code.replace(ICON_EXTRAS, ''), map: null };
    const isServer = options?.ssr === true;
    if (isServer || !/[\\/]src[\\/](?:routes\.tsx|tools[\\/]\w+[\\/]screen\.ts)$/.test(id)) return null;
    return { code: code.replace(DESCRIPTION, ''), map: null };
  },
};
