/** A page as `src/entry.server.tsx` renders it. */
export interface RenderedPage {
  /** Null for the page of every path that no route has. */
  readonly path: string | null;
  readonly title: string;
  readonly description: string;
  readonly group: string;
  /** What stands in `#root`. */
  readonly markup: string;
  /** The module whose chunk holds the route's page, relative to the package. */
  readonly module: string;
}

/** URLs of a page's scripts beside the entry. */
export interface PageChunks {
  readonly firstLoad: readonly string[];
  /** Fetched along when the address already asks for something. */
  readonly lookup: readonly string[];
}

/** What every page carries, made once per build. */
export interface PageParts {
  readonly css: string;
  /** Script of the head: settles the theme before the first paint. */
  readonly headScript: string;
  /** Script after the markup: fetches the app when the page is quiet. */
  readonly bootScript: string;
  /** URLs. */
  readonly entry: string;
  readonly icon: string;
  /** The sans font; the mono font comes when it is needed. */
  readonly font: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/** The whole document of a page. `%SONDE_…%` stays: the server fills it in when it starts. */
export function pageDocument(page: RenderedPage, chunks: PageChunks, parts: PageParts): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f8fafc" data-scheme="light" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0b0f15" data-scheme="dark" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${parts.icon}" type="image/svg+xml">
<link rel="preload" href="${parts.font}" as="font" type="font/woff2" crossorigin>
<script>${parts.headScript}</script>
<style>${parts.css}</style>
%SONDE_NOTICE_STYLE%</head><body data-group="${page.group}"><div id="root">${page.markup}</div>
<noscript><p class="status">Answers on this page need JavaScript. <a href="/api/docs">The API</a> gives them without.</p></noscript>
<script type="application/json" id="sonde-config">%SONDE_CONFIG%</script>
<script data-entry="${parts.entry}" data-chunks="${chunks.firstLoad.join(' ')}" data-lookup="${chunks.lookup.join(' ')}">${parts.bootScript}</script>
</body></html>
`;
}
