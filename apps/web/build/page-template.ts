import { escapeMarkup } from '@sonde/contract/escaping/escaping';

/** A page as `src/entry.server.tsx` renders it. */
export interface RenderedPage {
  /** Null for the page of all paths without a route. */
  readonly path: string | null;
  readonly title: string;
  readonly description: string;
  readonly group: string;
  /** The content of `#root`. */
  readonly markup: string;
  /** The module whose chunk contains the route's page, relative to the package. */
  readonly module: string;
}

/** URLs of a page's scripts other than the entry. */
export interface PageChunks {
  readonly firstLoad: readonly string[];
  /** Also fetched when the address asks for a lookup. */
  readonly lookup: readonly string[];
}

/** What all pages contain, made once per build. */
export interface PageParts {
  readonly css: string;
  /** URL of `src/styles/answers.css`, which the script loads. */
  readonly answerStyles: string;
  /** `src/head.ts`: runs before the first paint. */
  readonly headScript: string;
  /** `src/boot.ts`: stands after the markup and fetches the app when the page is quiet. */
  readonly bootScript: string;
  /** URLs. */
  readonly entry: string;
  readonly icon: string;
}

/** Without a script, the menu stands above the page in small windows, and what only a script could do is not drawn: the field
 * gives way to one that asks the API. */
const NO_SCRIPT_CSS =
  '.kbar,.theme,.topbar,.cookie button,.search,.search~*{display:none}@media(width<768px){.shell{display:block}.side{display:flex;position:static;height:auto}}';

/** The complete HTML of a page. The placeholders `%SONDE_…%` are filled in by the server when it starts. */
export function pageDocument(page: RenderedPage, chunks: PageChunks, parts: PageParts): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(page.title)}</title>
<meta name="description" content="${escapeMarkup(page.description)}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f8fafc" data-scheme="light" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0b0f15" data-scheme="dark" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${parts.icon}" type="image/svg+xml">
<script>${parts.headScript}</script>
<style>${parts.css}</style>
<noscript><style>${NO_SCRIPT_CSS}</style></noscript>
%SONDE_NOTICE_STYLE%</head><body data-group="${page.group}"><div id="root">${page.markup}</div>
<noscript><link rel="stylesheet" href="${parts.answerStyles}" media="print"></noscript>
<script type="application/json" id="sonde-config">%SONDE_CONFIG%</script>
<script data-styles="${parts.answerStyles}" data-entry="${parts.entry}" data-chunks="${chunks.firstLoad.join(' ')}" data-lookup="${chunks.lookup.join(' ')}">${parts.bootScript}</script>
</body></html>
`;
}
