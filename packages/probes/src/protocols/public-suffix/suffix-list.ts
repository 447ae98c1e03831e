/** The Public Suffix List (https://publicsuffix.org/list/), by its own algorithm. */
export interface SuffixList {
  /** Rules of registries, and those of companies that give away names below theirs. */
  readonly counts: { readonly registries: number; readonly companies: number };
  /**
   * The longest suffix of a name that a rule covers.
   * @param name lower case, without the final dot
   * @param withCompanies whether rules such as github.io count
   */
  suffixOf(name: string, withCompanies: boolean): { readonly suffix: string; readonly isOfRegistry: boolean } | null;
}

const REGISTRIES = '===BEGIN ICANN DOMAINS===';
const COMPANIES = '===BEGIN PRIVATE DOMAINS===';
/** No name has more labels (RFC 1035 section 2.3.4). */
const MAX_LABELS = 128;

/**
 * Reads a list in the format of https://publicsuffix.org/list/: one rule a line, `*.` for one label more, `!` for exceptions.
 * Names in other scripts are converted by `toAscii`, which returns an empty text for a name that cannot be.
 */
export function readSuffixList(text: string, toAscii: (name: string) => string): SuffixList {
  const rules = new Map<string, boolean>();
  const counts = { registries: 0, companies: 0 };
  let isOfRegistry = true;
  for (const line of text.split('\n')) {
    if (line.includes(REGISTRIES)) isOfRegistry = true;
    else if (line.includes(COMPANIES)) isOfRegistry = false;
    const rule = line.startsWith('//') ? '' : (/^\S+/.exec(line)?.[0] ?? '');
    const [, mark = '', name = ''] = /^(!|\*\.)?(.*)$/.exec(rule) ?? [];
    const ascii = name === '' ? '' : toAscii(name);
    if (ascii === '') continue;
    rules.set(mark + ascii, isOfRegistry);
    counts[isOfRegistry ? 'registries' : 'companies'] += 1;
  }
  return { counts, suffixOf: (name, withCompanies) => longest(rules, name, withCompanies) };
}

function longest(rules: ReadonlyMap<string, boolean>, name: string, withCompanies: boolean) {
  const labels = name.split('.', MAX_LABELS);
  const counts = (rule: string) => {
    const isOfRegistry = rules.get(rule);
    return isOfRegistry === undefined || !(isOfRegistry || withCompanies) ? null : { isOfRegistry };
  };
  // From the longest name to the shortest: the first rule that fits is that of most labels.
  for (let from = 0; from < labels.length; from += 1) {
    const here = labels.slice(from).join('.');
    const above = labels.slice(from + 1).join('.');
    const exception = counts(`!${here}`);
    if (exception !== null) return { suffix: above, ...exception };
    const rule = counts(here) ?? (above === '' ? null : counts(`*.${above}`));
    if (rule !== null) return { suffix: here, ...rule };
  }
  return null;
}
