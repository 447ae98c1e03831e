import { parseTagList, type Tag, type TextProblem } from './tag-list.ts';

export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

/** A DMARC policy record (RFC 9989 section 4.7), including tags that only RFC 7489 had. */
export interface DmarcRecord {
  /** The value of p; `none` if it is missing or invalid. */
  readonly policy: DmarcPolicy;
  /** Whether there is a valid p. */
  readonly hasPolicy: boolean;
  /** Null if absent. */
  readonly subdomainPolicy: DmarcPolicy | null;
  readonly nonexistentPolicy: DmarcPolicy | null;
  readonly percent: number | null;
  readonly isTesting: boolean;
  readonly psd: 'y' | 'n' | null;
  readonly isStrictSpf: boolean;
  readonly isStrictDkim: boolean;
  readonly aggregate: readonly string[];
  readonly failure: readonly string[];
  readonly problems: readonly TextProblem[];
  /** Tags that RFC 9989 no longer has, apart from pct. Receivers ignore them. */
  readonly formerTags: readonly string[];
}

/** Whether a TXT record is a DMARC record at all: its first tag must be the exact version. */
export function isDmarcRecord(text: string): boolean {
  return /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text);
}

const policies: ReadonlySet<string> = new Set(['none', 'quarantine', 'reject']);
const known: ReadonlySet<string> = new Set('v p sp np adkim aspf rua ruf fo psd t pct rf ri'.split(' '));
/** Tags of RFC 7489 that RFC 9989 no longer has. */
const former: ReadonlySet<string> = new Set(['rf', 'ri']);

/** Reads a record that `isDmarcRecord` accepts. Anything invalid is reported as a problem and counts as absent. */
export function parseDmarc(text: string): DmarcRecord {
  const list = parseTagList(text);
  const problems: TextProblem[] = [...list.problems];
  const tags = new Map<string, Tag>();
  for (const tag of list.tags) {
    const name = tag.name.toLowerCase();
    if (!tags.has(name)) tags.set(name, tag);
    if (!known.has(name)) problems.push({ column: tag.column, message: `the unknown tag ${tag.name.slice(0, 20)}` });
  }
  const reader = createReader(tags, problems);
  const policy = reader.word('p', policies) as DmarcPolicy | null;
  if (!tags.has('p')) problems.push({ column: text.length + 1, message: 'no policy (p)' });
  const record = {
    policy: policy ?? 'none',
    hasPolicy: policy !== null,
    subdomainPolicy: reader.word('sp', policies) as DmarcPolicy | null,
    nonexistentPolicy: reader.word('np', policies) as DmarcPolicy | null,
    percent: reader.percent(),
    isTesting: reader.word('t', new Set(['y', 'n'])) === 'y',
    psd: psdOf(reader.word('psd', new Set(['y', 'n', 'u']))),
    isStrictSpf: reader.word('aspf', new Set(['r', 's'])) === 's',
    isStrictDkim: reader.word('adkim', new Set(['r', 's'])) === 's',
    aggregate: reader.uris('rua'),
    failure: reader.uris('ruf'),
  };
  const formerTags = [...tags.keys()].filter((name) => former.has(name));
  return { ...record, formerTags, problems: problems.toSorted((a, b) => a.column - b.column) };
}

function psdOf(word: string | null): 'y' | 'n' | null {
  return word === 'y' || word === 'n' ? word : null;
}

function createReader(tags: ReadonlyMap<string, Tag>, problems: TextProblem[]) {
  return {
    word(name: string, allowed: ReadonlySet<string>): string | null {
      const tag = tags.get(name);
      if (tag === undefined) return null;
      const word = tag.value.toLowerCase();
      if (allowed.has(word)) return word;
      problems.push({ column: tag.valueColumn, message: `a value that ${name} does not have` });
      return null;
    },
    percent(): number | null {
      const tag = tags.get('pct');
      if (tag === undefined) return null;
      if (/^\d{1,3}$/.test(tag.value) && Number(tag.value) <= 100) return Number(tag.value);
      problems.push({ column: tag.valueColumn, message: 'an invalid value of pct' });
      return null;
    },
    uris(name: string): string[] {
      const tag = tags.get(name);
      if (tag === undefined) return [];
      const uris: string[] = [];
      let at = tag.valueColumn;
      for (const piece of tag.value.split(',')) {
        const uri = piece.trim();
        // Commas and exclamation marks in an address are percent-encoded; RFC 7489 allows a size after the mark.
        if (/^[a-z][a-z0-9+.-]*:[^\s,]+$/i.test(uri)) uris.push(uri.replace(/!\d+[kmgt]?$/i, ''));
        else problems.push({ column: at, message: `an address of ${name} that is no URI` });
        at += piece.length + 1;
      }
      return uris;
    },
  };
}
