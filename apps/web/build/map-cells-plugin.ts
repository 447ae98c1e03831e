import type { Plugin } from 'vite';
import type { MapCells } from './map-cells.ts';
import { cellFileName, type WrittenCells } from './written-cells.ts';

const MODULE = 'virtual:map-cells';
const RESOLVED = `\0${MODULE}`;
const MODULE_ID = /^virtual:map-cells$/;
const RESOLVED_ID = /^\0virtual:map-cells$/;

/**
 * Gives the map the list of its cells, and emits the cells beside the other assets, unless the build has them written by
 * another process.
 */
export function mapCells(written?: Promise<WrittenCells>): Plugin {
  let made: Promise<MapCells> | null = null;
  const cells = () => {
    // Not loaded by a build that has them written: it loads 130,000 places.
    made ??= import('./map-cells.ts').then(({ makeMapCells }) => makeMapCells());
    return made;
  };
  const list = async (): Promise<WrittenCells> => {
    if (written !== undefined) return written;
    const { cells: all, hash } = await cells();
    return { hash, keys: [...all.keys()] };
  };
  return {
    name: 'map-cells',
    resolveId: { filter: { id: MODULE_ID }, handler: () => RESOLVED },
    load: {
      filter: { id: RESOLVED_ID },
      async handler() {
        // The bundle that renders the pages draws no map.
        if (this.environment.config.build.ssr) return "export const hash = '';\nexport const keys = '';\n";
        const { keys, hash } = await list();
        return `export const hash = '${hash}';\nexport const keys = '${keys.join(' ')}';\n`;
      },
    },
    async generateBundle() {
      if (this.environment.config.build.ssr || written !== undefined) return;
      const { cells: all, hash } = await cells();
      for (const [key, source] of all) {
        this.emitFile({ type: 'asset', fileName: `assets/${cellFileName(key, hash)}`, source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const key = /^\/assets\/map-([\d-]+)-[\da-f]{8}\.json$/.exec(request.url ?? '')?.[1];
        if (key === undefined) return next();
        cells().then(({ cells: all }) => {
          response.setHeader('content-type', 'application/json');
          response.statusCode = all.has(key) ? 200 : 404;
          response.end(all.get(key) ?? '');
        }, next);
      });
    },
  };
}
