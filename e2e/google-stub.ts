import type { Page } from '@playwright/test';

const SCRIPT = 'https://maps.googleapis.com/maps/api/js**';

/** What the stub of Google's library was told to create. */
export interface MadeMap {
  readonly map: Record<string, unknown>;
  readonly markers: readonly Record<string, unknown>[];
}

/**
 * A stub of Google's library at its own address: it draws buttons for markers and a box for the popup, and records its
 * calls in `window.made`. Calls back like the real one.
 */
function library(): void {
  const made = { map: {}, markers: [] as object[] };
  Object.assign(window, { made });
  class Stage {
    readonly box: HTMLElement;
    zoom: number;
    constructor(box: HTMLElement, options: { zoom: number }) {
      this.box = box;
      this.zoom = options.zoom;
      Object.assign(made.map, options);
    }
    getZoom = () => this.zoom;
    setZoom = (zoom: number) => {
      this.zoom = zoom;
    };
    setCenter = () => {};
    addListener = () => {};
  }
  class Pin {
    readonly button = document.createElement('button');
    constructor(options: { map: Stage; title: string }) {
      const { map, ...rest } = options;
      made.markers.push(rest);
      this.button.textContent = options.title;
      map.box.append(this.button);
    }
    addListener = (_: string, listen: () => void) => this.button.addEventListener('click', listen);
    setMap = () => this.button.remove();
  }
  class Bubble {
    readonly box = document.createElement('div');
    setContent = (content: HTMLElement) => this.box.replaceChildren(content);
    open = ({ map }: { map: Stage }) => map.box.append(this.box);
    close = () => this.box.remove();
  }
  const { google } = window as unknown as { google: { maps: { importLibrary?: unknown; __ib__(): void } } };
  google.maps.importLibrary = async () => ({ Map: Stage, Marker: Pin, InfoWindow: Bubble });
  google.maps.__ib__();
}

/** Answers in place of Google; returns the requested URLs. */
export async function stubGoogle(page: Page): Promise<URL[]> {
  const asked: URL[] = [];
  await page.route(SCRIPT, (route) => {
    asked.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/javascript', body: `(${library})();` });
  });
  return asked;
}

/** Makes the request for Google's script fail. */
export async function blockGoogle(page: Page): Promise<void> {
  await page.route(SCRIPT, (route) => route.abort('blockedbyclient'));
}
