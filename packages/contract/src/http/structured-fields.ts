// Structured fields (RFC 8941, RFC 9651): dictionaries, lists and items. A field with one error counts as not sent.

/** A bare item. Dates are numbers of seconds, byte sequences stay in base64. */
export interface BareItem {
  readonly kind: 'number' | 'string' | 'token' | 'bytes' | 'boolean' | 'date';
  /** Strings and tokens as text; numbers and booleans as they are written. */
  readonly value: string;
}

export interface Item {
  readonly item: BareItem;
  readonly parameters: ReadonlyMap<string, BareItem>;
}

export interface InnerList {
  readonly items: readonly Item[];
  readonly parameters: ReadonlyMap<string, BareItem>;
}

export type StructuredMember = Item | InnerList;

/** Reads a dictionary; null if the text breaks the grammar anywhere. A later member replaces an earlier one with its key. */
export function parseDictionary(text: string): ReadonlyMap<string, StructuredMember> | null {
  return parsed(text, (reader) => {
    const members = new Map<string, StructuredMember>();
    reader.list(() => {
      const key = reader.key();
      const member = reader.take('=') ? reader.member() : { item: TRUE, parameters: reader.parameters() };
      members.delete(key);
      members.set(key, member);
    });
    return members;
  });
}

/** Reads a list; null if the text breaks the grammar. */
export function parseList(text: string): readonly StructuredMember[] | null {
  return parsed(text, (reader) => {
    const members: StructuredMember[] = [];
    reader.list(() => members.push(reader.member()));
    return members;
  });
}

/** Reads one item with its parameters; null if the text breaks the grammar. */
export function parseItem(text: string): Item | null {
  return parsed(text, (reader) => reader.item());
}

const TRUE: BareItem = { kind: 'boolean', value: '1' };

class NotStructured extends Error {}

function parsed<Value>(text: string, read: (reader: Reader) => Value): Value | null {
  const reader = new Reader(text);
  try {
    reader.skip(' ');
    const value = read(reader);
    reader.skip(' ');
    return reader.isAtEnd ? value : null;
  } catch (error) {
    if (error instanceof NotStructured) return null;
    throw error;
  }
}

class Reader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  private get next(): string {
    return this.text.charAt(this.at);
  }

  take(char: string): boolean {
    if (this.next !== char || char === '') return false;
    this.at += 1;
    return true;
  }

  skip(chars: string): void {
    while (!this.isAtEnd && chars.includes(this.next)) this.at += 1;
  }

  /** Members with commas between them, and none after the last. */
  list(member: () => void): void {
    while (!this.isAtEnd) {
      member();
      this.skip(' \t');
      if (this.isAtEnd) return;
      if (!this.take(',')) throw new NotStructured();
      this.skip(' \t');
      if (this.isAtEnd) throw new NotStructured();
    }
  }

  member(): StructuredMember {
    return this.next === '(' ? this.innerList() : this.item();
  }

  item(): Item {
    return { item: this.bareItem(), parameters: this.parameters() };
  }

  parameters(): ReadonlyMap<string, BareItem> {
    const parameters = new Map<string, BareItem>();
    while (this.take(';')) {
      this.skip(' ');
      const key = this.key();
      parameters.set(key, this.take('=') ? this.bareItem() : TRUE);
    }
    return parameters;
  }

  key(): string {
    return this.match(/[a-z*][a-z0-9_.*-]*/y);
  }

  private innerList(): InnerList {
    this.at += 1;
    const items: Item[] = [];
    for (;;) {
      this.skip(' ');
      if (this.take(')')) return { items, parameters: this.parameters() };
      items.push(this.item());
      if (this.next !== ' ' && this.next !== ')') throw new NotStructured();
    }
  }

  private bareItem(): BareItem {
    const { next } = this;
    if (next === '"') return { kind: 'string', value: this.quoted() };
    if (next === ':') return { kind: 'bytes', value: this.match(/:[A-Za-z0-9+/=]*:/y).slice(1, -1) };
    if (next === '?') return { kind: 'boolean', value: this.match(/\?[01]/y).slice(1) };
    if (next === '@') return { kind: 'date', value: this.match(/@-?\d{1,15}/y).slice(1) };
    if (/[-\d]/.test(next)) return { kind: 'number', value: this.number() };
    return { kind: 'token', value: this.match(/[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*/y) };
  }

  private number(): string {
    const text = this.match(/-?\d+(?:\.\d{1,3})?/y);
    const [whole = ''] = text.replace('-', '').split('.');
    if (whole.length > (text.includes('.') ? 12 : 15)) throw new NotStructured();
    return text;
  }

  private quoted(): string {
    return this.match(/"(?:[ !#-[\]-~]|\\["\\])*"/y)
      .slice(1, -1)
      .replaceAll(/\\(.)/g, '$1');
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) throw new NotStructured();
    this.at += found.length;
    return found;
  }
}
