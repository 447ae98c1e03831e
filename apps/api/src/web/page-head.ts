import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { escapeHtml } from '../http/html.ts';
import type { Page } from './pages.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
/** Compressed for one answer: what takes a millisecond. */
const BROTLI_QUALITY = 4;

export interface PageHead {
  readonly title: string;
  readonly description: string;
}

/** A page with a title and a description of its own, which programs that preview links read. */
export async function pageWithHead(page: Page, { title, description }: PageHead): Promise<Page> {
  const [shownTitle, shownDescription] = [escapeHtml(title), escapeHtml(description)];
  const previews = `<meta property="og:title" content="${shownTitle}"><meta property="og:description" content="${shownDescription}"><meta name="robots" content="noindex">`;
  const html = page.forms.identity
    .toString()
    .replace(/<title>[^<]*<\/title>/, () => `<title>${shownTitle}</title>`)
    .replace(
      /<meta name="description" content="[^"]*">/,
      () => `<meta name="description" content="${shownDescription}">${previews}`,
    );
  const identity = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([toBrotli(identity, { params }), toGzip(identity)]);
  const digest = createHash('sha256').update(identity).digest('base64url');
  return { ...page, forms: { identity, br, gzip: gz }, etag: `W/"${digest.slice(0, 22)}"` };
}
