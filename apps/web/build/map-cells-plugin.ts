import type { Plugin } from 'vite';
import { type MapCells, makeMapCells } from './map-cells.ts';

const MODULE = 'virtual:map-cells';
const RESOLVED = `\0${MODULE}`;

const fileOf = (key: string, hash: string) => `assets/map-${key}-${hash}.json`;

/** Gives the map the list of its cells, and emits the cells beside the other assets. */
export function mapCells(): Plugin {
  let made: Promise<MapCells> | null = null;
  const cells = () => {
    made ??= makeMapCells();
    return made;
  };
  return {
    name: 'map-cells',
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      // The bundle that renders the pages draws no map.
      if (this.environment.config.build.ssr) return "export const hash = '';\nexport const keys = '';\n";
      const { cells: all, hash } = await cells();
      return `export const hash = '${hash}';\nexport const keys = '${[...all.keys()].join(' ')}';\n`;
    },
    async generateBundle() {
      if (this.environment.config.build.ssr) return;
      const { cells: all, hash } = await cells();
      for (const [key, source] of all) this.emitFile({ type: 'asset', fileName: fileOf(key, hash), source });
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
