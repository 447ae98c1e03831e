import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { escapeMarkup } from '@sonde/contract/escaping/escaping';
import type { Page } from './pages.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
/** The page is compressed for a single response; this level takes about a millisecond. */
const BROTLI_QUALITY = 4;

export interface PageContent {
  readonly title: string;
  readonly description: string;
  /** Markup shown until the page's script runs; of plain elements only, whose ends no HTML parser moves. */
  readonly early: string;
  /** What search engines are asked; null for nothing. */
  readonly robots?: 'noindex' | null;
}

/** Matches the placeholder that `apps/web/src/pages/server-written.tsx` renders. */
const EARLY = /(<div id="early">).*?(<\/div>)/s;

/** Returns the page with its own title and description, which link previews read, and with early content. */
export async function pageWithContent(page: Page, content: PageContent): Promise<Page> {
  const identity = Buffer.from(contentInPage(page, content));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([toBrotli(identity, { params }), toGzip(identity)]);
  const digest = createHash('sha256').update(identity).digest('base64url');
  return { ...page, forms: { identity, br, gzip: gz }, etag: `W/"${digest.slice(0, 22)}"` };
}

/** The same as text. */
export function contentInPage(page: Page, { title, description, early, robots = 'noindex' }: PageContent): string {
  const [shownTitle, shownDescription] = [escapeMarkup(title), escapeMarkup(description)];
  const asked = robots === null ? '' : `<meta name="robots" content="${robots}">`;
  const previews = `<meta property="og:title" content="${shownTitle}"><meta property="og:description" content="${shownDescription}">${asked}`;
  return page.forms.identity
    .toString()
    .replace(/<title>[^<]*<\/title>/, () => `<title>${shownTitle}</title>`)
    .replace(
      /<meta name="description" content="[^"]*">/,
      () => `<meta name="description" content="${shownDescription}">${previews}`,
    )
    .replace(EARLY, (_, start: string, end: string) => start + early + end);
}
