/**
 * Parses a URL; null for text that is not one.
 * Only for Node 20: its `URL.canParse` rejects texts with letters such as «ü» once its callers are optimized (it takes their
 * Latin-1 octets for UTF-8).
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
