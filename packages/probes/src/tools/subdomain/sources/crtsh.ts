import { baseOf, fieldOf, listOf, readJson, textsOf } from '../../../certificate-searches/certificate-search.ts';
import type { Source } from './source.ts';

/** crt.sh: all certificates in the logs, including expired ones; one name per line. */
export const crtsh: Source = {
  name: 'crtsh',
  timeoutMs: 8000,
  isEnabled: (data) => baseOf(data, 'crtsh') !== null,
  find: async (context) => {
    const base = baseOf(context.data, 'crtsh');
    if (base === null) return;
    const found = await readJson(
      `${base}/?${new URLSearchParams({ q: `%.${context.domain}`, output: 'json' })}`,
      context,
    );
    for (const entry of listOf(found)) {
      context.suggest([...textsOf(fieldOf(entry, 'name_value')), ...textsOf(fieldOf(entry, 'common_name'))]);
    }
  },
};
