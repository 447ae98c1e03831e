import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { escapeHtml } from '../http/html.ts';
import type { Page } from './pages.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
/** Compressed for one answer: what takes a millisecond. */
const BROTLI_QUALITY = 4;

export interface PageContent {
  readonly title: string;
  readonly description: string;
  /** Markup in the place of what the page shows until its script comes; in plain elements, whose ends no parser moves. */
  readonly early: string;
}

/** As `apps/web/src/pages/kept.tsx` is rendered by the build. */
const EARLY = /(<div id="early">).*?(<\/div>)/s;

/** A page with a title and a description of its own, which programs that preview links read, and its content in short. */
export async function pageWithContent(page: Page, { title, description, early }: PageContent): Promise<Page> {
  const [shownTitle, shownDescription] = [escapeHtml(title), escapeHtml(description)];
  const previews = `<meta property="og:title" content="${shownTitle}"><meta property="og:description" content="${shownDescription}"><meta name="robots" content="noindex">`;
  const html = page.forms.identity
    .toString()
    .replace(/<title>[^<]*<\/title>/, () => `<title>${shownTitle}</title>`)
    .replace(
      /<meta name="description" content="[^"]*">/,
      () => `<meta name="description" content="${shownDescription}">${previews}`,
    )
    .replace(EARLY, (_, start: string, end: string) => start + early + end);
  const identity = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([toBrotli(identity, { params }), toGzip(identity)]);
  const digest = createHash('sha256').update(identity).digest('base64url');
  return { ...page, forms: { identity, br, gzip: gz }, etag: `W/"${digest.slice(0, 22)}"` };
}
