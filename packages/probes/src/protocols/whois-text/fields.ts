import { MAX_ITEMS } from '../registration/facts.ts';

/** One `Key: value` of a WHOIS reply, in whatever layout. */
export interface Field {
  /** Lower case, single spaces, without the dots and brackets of the layout. */
  readonly key: string;
  readonly value: string;
  /** The heading above it, as a key; null at the top. */
  readonly section: string | null;
  /** Numbers the paragraphs: many registries write one object per paragraph. */
  readonly block: number;
}

interface Section {
  readonly key: string;
  readonly indent: number;
  /** The section around it, which goes on behind it: `Address:` among the fields of a contact (CoCCA). */
  readonly parent: Section | null;
  /** Whether fields that are no more indented than the heading are below it. */
  readonly isLoose: boolean;
  /** False after a blank line below its content: later lines belong to it only if they are indented. */
  isOpen: boolean;
}

const COMMENT = /^(?:%|#|;|>>>|--|\/\/)/;
const BRACKETED = /^(?:[a-z]\.\s*)?\[([^\]]{1,60})\]\s*(.*)$/;
/** A key starts with a letter, unlike times and addresses; `://` belongs to a value. */
const KEYED = /^(\p{L}[^:：\n]{0,60}?)[\s.…]*[:：](?=\s|$)\s*(.*)$/u;
/** A key with an explanation in brackets, longer than other keys (.hk). */
const EXPLAINED = /^(\p{L}[^:：(\n]{0,60}?)\s?\([^()\n]{20,200}\)\s?[:：](?=\s|$)\s*(.*)$/u;
const TIGHT = /^(\p{L}[\p{L} _/-]{0,40})\.{0,40}[:：](?!\/\/)(\S.*)$/u;
/** A key with dots and no colon: `Domain Name ..... example.com` (HiChina). */
const DOTTED = /^(\p{L}[^:.\n]{0,60}) \.{3,60} (\S.*)$/u;
/** A number in front of a key: `5a.` (.gov.za). */
const NUMBER = /^\d{1,2}[a-z]\.\s+/;
/** A field written as a sentence (TWNIC, .mo, .gg, .kg). */
const SENTENCE =
  /^(record (?:expires|created|last updated)|registered) on ((?:\d|(?:mon|tue|wed|thu|fri|sat|sun) ).*)$/i;
const HEADING = /^[A-Z][A-Za-z][\w /().-]{0,40}$/;
/** Headings that are recognised without any layout. */
const KNOWN_HEADING =
  /^(?:domain|registrant|holder|owner|registrar(?: information)?|tech|owner contact|administrativ contact|dns servers|domain (?:details|managers)|domain owners \/ registrant|nameservers?|name servers|name servers information|nameservers? in listed order|organization using domain name|(?:registrant|admin|administrative|technical|billing) contact(?: information|\/agent)?|titular|contacto (?:administrativo|t[eé]cnico|financiero|de cobranza)|dnssec|keys|flags)$/i;
/** Columns without colons, in the replies of .ch and .sk before 2020: `Holder` or `Admin-name`, blanks, and a value. */
const COLUMNED_REPLY = /^domain[ -]name(?:\t| {2})[ \t]*[a-z0-9-]{1,63}\./im;
const COLUMNS = /^([A-Z][A-Za-z .-]{1,40}?)(?:\t| {2})\s*(\S.*)$/;
/** Headings that are written as comments (.ua). */
const COMMENTED_HEADING = /^%\s?((?:registrant|registrar)|(?:administrative|technical|billing) contacts?):$/i;
const MAX_LINES = 5000;
/** The rest of a longer line is not parsed; the text shown to visitors is complete. */
const MAX_LINE = 4000;

/**
 * Reads the fields of a reply, in order. Supports `Key: value` and `[Key] value` lines, headings with indented lines below
 * them, and values that continue on the next lines.
 */
export function readFields(text: string): readonly Field[] {
  const lines = (COLUMNED_REPLY.test(text) ? withColons(text) : text).split('\n', MAX_LINES);
  const fields: Field[] = [];
  let section: Section | null = null;
  let block = 0;
  for (const [index, line] of lines.entries()) {
    const content = line.trim();
    if (content === '') {
      block += 1;
      closeAtBlank(section, fields);
    } else if (COMMENT.test(content)) {
      section = readCommentedHeading(content) ?? section;
    } else {
      const isFirst = (lines[index - 1] ?? '').trim() === '';
      section = readLine({ ...layoutOf(line, lines[index + 1] ?? ''), isFirst, block }, section, fields);
    }
  }
  return fields;
}

/** Every reader below expects colons. */
function withColons(text: string): string {
  return text
    .split('\n', MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE).trimEnd().replace(COLUMNS, '$1: $2'))
    .join('\n');
}

interface TextLine {
  readonly content: string;
  readonly indent: number;
  /** Indentation of the line below; -1 if that is blank. */
  readonly nextIndent: number;
  /** True for the first line of a paragraph. */
  readonly isFirst: boolean;
  readonly block: number;
  /** True for `[Holder]` above fields (.lv, .sn); JPRS writes an empty field like that, above others in brackets. */
  readonly isBracketed: boolean;
}

const BRACKETED_HEADING = /^\[[\w ]{2,30}\]$/;

function readCommentedHeading(content: string): Section | null {
  const key = COMMENTED_HEADING.exec(oneSpaced(content.slice(0, MAX_LINE)))?.[1];
  return key === undefined ? null : { key: normalKey(key), indent: 0, parent: null, isLoose: true, isOpen: true };
}

/** What follows a heading marked by asterisks (TRABİS) belongs to it, however it is indented. */
function layoutOf(line: string, next: string): Omit<TextLine, 'block' | 'isFirst'> {
  const isMarked = line.startsWith('** ');
  const nextIndent = next.trim() === '' ? -1 : indentOf(next);
  const content = oneSpaced(line.slice(isMarked ? 3 : 0, MAX_LINE));
  const isBracketed = BRACKETED_HEADING.test(content) && nextIndent >= 0 && !/^\s*(?:[a-z]\.\s*)?\[/.test(next);
  return { content, indent: isMarked ? -1 : indentOf(line), nextIndent, isBracketed };
}

/** Adds the content of a line to `fields`; returns the section that the next line may belong to. */
function readLine(line: TextLine, above: Section | null, fields: Field[]): Section | null {
  const { content, indent, block } = line;
  if (line.isBracketed)
    return { key: normalKey(content.slice(1, -1)), indent, parent: null, isLoose: true, isOpen: true };
  const section = sectionAt(indent, above);
  const keyed = readKeyed(content);
  if (keyed === null) {
    const isKnown = KNOWN_HEADING.test(content);
    if (isKnown || isHeading(line))
      return { key: normalKey(content), indent, parent: null, isLoose: isKnown, isOpen: true };
    addLoose(fields, line, section);
    return section;
  }
  if (keyed.value === '') return takeEmpty(keyed.key, line, section);
  // An empty field followed by one at the same indent was not a heading.
  const owner = section !== null && (section.isLoose || indent > section.indent) ? section : null;
  fields.push({ ...keyed, section: owner?.key ?? null, block });
  return owner;
}

/** A key without a value is a heading, except for an empty field within a section. */
function takeEmpty(key: string, { indent, nextIndent, isFirst }: TextLine, section: Section | null): Section {
  const isInside = section?.isLoose === true && section.isOpen && !isFirst;
  if (isInside && nextIndent <= indent) return section;
  const isLoose = isFirst && KNOWN_HEADING.test(key);
  return { key, indent, parent: isInside ? section : null, isLoose, isOpen: true };
}

function closeAtBlank(section: Section | null, fields: readonly Field[]): void {
  if (section === null || fields.at(-1)?.section !== section.key) return;
  for (let one: Section | null = section; one !== null; one = one.parent) one.isOpen = false;
}

/** The innermost section that a line with this indentation belongs to. */
function sectionAt(indent: number, above: Section | null): Section | null {
  let section = above;
  while (section !== null && !belongs(section, indent)) section = section.parent;
  return section;
}

function belongs(section: Section, indent: number): boolean {
  return indent > section.indent || (section.parent === null && section.isOpen && indent === section.indent);
}

/** A line without a key: the content of its section, or more of the value above it. */
function addLoose(fields: Field[], { content, indent, block }: TextLine, section: Section | null): void {
  if (section !== null) fields.push({ key: section.key, value: content, section: section.key, block });
  else if (indent > 0) {
    const above = fields.at(-1);
    if (above !== undefined) fields.push({ ...above, value: content });
  }
}

function readKeyed(line: string): { key: string; value: string } | null {
  const plain = line.replace(NUMBER, '');
  const forms = [BRACKETED, SENTENCE, KEYED, EXPLAINED, TIGHT, DOTTED];
  const [, key, value] = forms.map((form) => form.exec(plain)).find((match) => match !== null) ?? [];
  return key === undefined || value === undefined ? null : { key: normalKey(key), value: value.trim() };
}

function isHeading({ content, indent, nextIndent }: TextLine): boolean {
  return HEADING.test(content) && nextIndent > indent;
}

/** `registrant-organization` (.st) is `registrant organization`; `admin-c` is a reference. */
function normalKey(text: string): string {
  return text
    .replace(/[:\s_]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/^(registrant|owner|admin|tech|billing)-(?=[a-z]{2})/, '$1 ');
}

/** Collapses runs of blanks: a pattern that crosses one takes quadratic time. */
function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** In columns, with a tab stop every eight (.fj mixes tabs and blanks). */
function indentOf(line: string): number {
  let column = 0;
  for (const char of line) {
    if (char === '\t') column += 8 - (column % 8);
    else if (char.trim() === '') column += 1;
    else break;
  }
  return column;
}

/** The values of the first of these keys that has any; lists of keys are in the order of preference. */
export function valuesOf(fields: readonly Field[], keys: readonly string[]): readonly string[] {
  const index = valuesByKey(fields);
  for (const key of keys) {
    const values = index.get(key);
    if (values !== undefined) return values;
  }
  return [];
}

/** A reply of thousands of fields is asked for hundreds of keys: it is read once for all of them. */
const indices = new WeakMap<readonly Field[], ReadonlyMap<string, readonly string[]>>();

function valuesByKey(fields: readonly Field[]): ReadonlyMap<string, readonly string[]> {
  const known = indices.get(fields);
  if (known !== undefined) return known;
  const index = new Map<string, string[]>();
  for (const { key, value } of fields) {
    const values = index.get(key);
    if (values === undefined) index.set(key, [value]);
    else if (values.length < MAX_ITEMS) values.push(value);
  }
  indices.set(fields, index);
  return index;
}

/** The first field, in the order of the text, that has one of these keys. */
export function firstOf(fields: readonly Field[], keys: readonly string[]): Field | null {
  return fields.find(({ key }) => keys.includes(key)) ?? null;
}
