// Content-Type (WHATWG MIME Sniffing) and X-Content-Type-Options (Fetch, section 3.6).
import { isToken, parseParameter, splitUnquoted, trimSpace } from './header-fields.ts';

export interface MediaType {
  /** `text/html`, in lower case. */
  readonly essence: string;
  /** In lower case; null if it is not given. */
  readonly charset: string | null;
}

/** Reads a media type; null if it is none. */
export function parseContentType(value: string): MediaType | null {
  const [essence = '', ...parameters] = splitUnquoted(value, ';');
  const [type = '', subtype = '', ...rest] = essence.split('/', 3);
  if (rest.length > 0 || !isToken(type) || !isToken(subtype)) return null;
  const charset = parameters.map(parseParameter).find((parameter) => parameter?.name === 'charset')?.value;
  return { essence: essence.toLowerCase(), charset: charset?.toLowerCase() ?? null };
}

/** Whether browsers keep to the declared type: the first of the combined values is `nosniff`. */
export const isNoSniff = (value: string): boolean =>
  trimSpace(value.split(',', 1)[0] ?? '').toLowerCase() === 'nosniff';
