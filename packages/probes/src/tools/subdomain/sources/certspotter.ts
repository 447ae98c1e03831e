import { baseOf, fieldOf, listOf, readJson, textsOf } from '../../../certificate-searches/certificate-search.ts';
import type { Source } from './source.ts';

/** Without an API key, the service allows few requests per hour, so not every page of a large domain is read. */
const MAX_PAGES = 5;

/** Cert Spotter: unexpired certificates, page by page. */
export const certspotter: Source = {
  name: 'certspotter',
  timeoutMs: 8000,
  isEnabled: (data) => baseOf(data, 'certspotter') !== null,
  find: async (context) => {
    const base = baseOf(context.data, 'certspotter');
    if (base === null) return;
    let after: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const entries = listOf(await readJson(pageUrl(base, context.domain, after), context));
      for (const entry of entries) context.suggest(textsOf(fieldOf(entry, 'dns_names')));
      const last = fieldOf(entries.at(-1), 'id');
      if (typeof last !== 'string' || last === after) return;
      after = last;
    }
  },
};

function pageUrl(base: string, domain: string, after: string | null): string {
  const query = new URLSearchParams({ domain, include_subdomains: 'true', expand: 'dns_names' });
  if (after !== null) query.set('after', after);
  return `${base}/v1/issuances?${query}`;
}
