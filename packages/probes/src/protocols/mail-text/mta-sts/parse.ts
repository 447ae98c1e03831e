import { parseTagList, type TextProblem } from '@sonde/contract/mail-text/tag-list';

/** The TXT record at `_mta-sts` (RFC 8461 section 3.1). */
export interface StsRecord {
  /** Null if it is missing or not a valid id. */
  readonly id: string | null;
  readonly problems: readonly TextProblem[];
}

/** Whether a TXT record is an MTA-STS record: it starts with the version. */
export function isStsRecord(text: string): boolean {
  return /^v=STSv1[ \t]*(?:;|$)/.test(text);
}

export function parseStsRecord(text: string): StsRecord {
  const { tags, problems } = parseTagList(text);
  const found: TextProblem[] = [...problems];
  const id = tags.find(({ name }) => name === 'id');
  if (id === undefined) return { id: null, problems: [...found, { column: text.length + 1, message: 'no id' }] };
  if (/^[A-Za-z0-9]{1,32}$/.test(id.value)) return { id: id.value, problems: found };
  return {
    id: null,
    problems: [...found, { column: id.valueColumn, message: 'an id that is not 1 to 32 letters and digits' }],
  };
}

export type StsMode = 'enforce' | 'testing' | 'none';

/** A policy (RFC 8461 section 3.2). */
export interface StsPolicy {
  readonly mode: StsMode | null;
  readonly maxAgeSeconds: number | null;
  readonly patterns: readonly string[];
  /** Columns count from the beginning of the text. */
  readonly problems: readonly TextProblem[];
}

/** Slightly more than one year (RFC 8461 section 3.2). */
const MAX_AGE_SECONDS = 31_557_600;
const MAX_LINES = 500;
const PATTERN = /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const modes: ReadonlySet<string> = new Set(['enforce', 'testing', 'none']);

interface Line {
  readonly key: string;
  readonly value: string;
  readonly column: number;
}

/** Reads a policy; of duplicate keys other than mx, the first counts. */
export function parseStsPolicy(text: string): StsPolicy {
  const { lines, problems } = readLines(text);
  const first = (key: string) => lines.find((line) => line.key === key);
  const wrong = (key: string, message: string) => {
    problems.push({ column: first(key)?.column ?? text.length + 1, message });
    return null;
  };
  if (first('version')?.value !== 'STSv1') wrong('version', 'a version that is not STSv1');
  const modeText = first('mode')?.value ?? '';
  const mode = modes.has(modeText) ? (modeText as StsMode) : wrong('mode', 'an unknown mode');
  const ageText = first('max_age')?.value ?? '';
  const isAge = /^\d{1,10}$/.test(ageText) && Number(ageText) <= MAX_AGE_SECONDS;
  const maxAgeSeconds = isAge ? Number(ageText) : wrong('max_age', 'a max_age that is missing, no number or too large');
  const patterns = patternsOf(lines, problems);
  if (patterns.length === 0 && mode !== 'none') wrong('mx', 'no mx');
  return { mode, maxAgeSeconds, patterns, problems };
}

function patternsOf(lines: readonly Line[], problems: TextProblem[]): string[] {
  return lines.slice(0, MAX_LINES).flatMap(({ key, value, column }) => {
    if (key !== 'mx') return [];
    const pattern = value.replace(/\.$/, '');
    if (PATTERN.test(pattern)) return [pattern.toLowerCase()];
    problems.push({ column, message: 'an mx that is not a name' });
    return [];
  });
}

function readLines(text: string): { readonly lines: readonly Line[]; readonly problems: TextProblem[] } {
  const lines: Line[] = [];
  const problems: TextProblem[] = [];
  let column = 1;
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(colon, 0)).trim();
    if (key !== '') lines.push({ key, value: line.slice(colon + 1).trim(), column });
    else if (line.trim() !== '') problems.push({ column, message: 'a line without a key' });
    column += line.length + 1;
  }
  return { lines, problems };
}

/** Whether a pattern matches a name: an asterisk stands for exactly the first label (RFC 8461 section 4.1). */
export function allowsName(pattern: string, name: string): boolean {
  const host = name.toLowerCase().replace(/\.$/, '');
  if (!pattern.startsWith('*.')) return host === pattern;
  const dot = host.indexOf('.');
  return dot > 0 && host.slice(dot + 1) === pattern.slice(2);
}
