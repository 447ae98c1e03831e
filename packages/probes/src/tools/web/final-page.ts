import type { WebData } from '@sonde/contract';
import { parseContentType } from '@sonde/contract/http/content-type';
import { parseHsts } from '@sonde/contract/http/hsts';
import { readMetaTags } from '@sonde/contract/http/meta-tags';
import { parseSetCookie } from '@sonde/contract/http/set-cookie';
import type { Visit } from '../../net/net.ts';
import { readPage } from '../../protocols/html-page/read-page.ts';
import { fieldOf, fieldsOf } from './header-values.ts';

type Page = Pick<WebData, 'final' | 'hsts' | 'cookies' | 'compression' | 'page'>;

const MAX_COOKIES = 200;

/** What the response says by itself about the page at the end of a chain. */
export function finalPage(chain: readonly Visit[], last: Visit): Page {
  return {
    final: { url: last.url, status: last.status },
    hsts: hstsOf(last),
    cookies: chain.flatMap(cookiesOf).slice(0, MAX_COOKIES),
    compression: compressionOf(last),
    page: pageOf(last),
  };
}

const isHttps = ({ url }: Visit): boolean => url.startsWith('https:');

/** RFC 6797 section 8.1: only the first field counts, and none that came by http. */
function hstsOf(visit: Visit): Page['hsts'] {
  const value = isHttps(visit) ? fieldOf(visit.headers, 'strict-transport-security') : null;
  return value === null ? null : parseHsts(value);
}

function cookiesOf(visit: Visit): Page['cookies'] {
  const context = { isHttps: isHttps(visit), nowMs: Date.now() };
  return fieldsOf(visit.headers, 'set-cookie').map((value) => {
    const { name, secure, httpOnly, sameSite, path, domain, lifetimeSeconds } = parseSetCookie(value, context);
    return { name, url: visit.url, secure, httpOnly, sameSite, path, domain, lifetimeSeconds };
  });
}

function compressionOf({ body }: Visit): Page['compression'] {
  if (body.bytes === 0 && body.problem === null) return null;
  return {
    encoding: body.encodings.length === 0 ? null : body.encodings.join(', '),
    bytes: body.bytes,
    decodedBytes: body.content?.length ?? null,
    isComplete: body.problem === null,
    problem: body.problem,
  };
}

function pageOf(visit: Visit): Page['page'] {
  const { content } = visit.body;
  const type = parseContentType(fieldOf(visit.headers, 'content-type') ?? '');
  const isHtml = type?.essence === 'text/html' || type?.essence === 'application/xhtml+xml';
  if (!isHtml || content === null || content.length === 0) return null;
  const html = textOf(content, type.charset);
  const { policies, referrer } = readMetaTags(html);
  const { title, active, passive } = readPage(html, visit.url);
  return {
    title,
    metaPolicies: [...policies],
    metaReferrer: referrer,
    mixedActive: isHttps(visit) ? [...active] : [],
    mixedPassive: isHttps(visit) ? [...passive] : [],
  };
}

/** An encoding that is not known is read as UTF-8: markup is the same in all of them. */
function textOf(content: Uint8Array, charset: string | null): string {
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(content);
  } catch {
    return new TextDecoder().decode(content);
  }
}
