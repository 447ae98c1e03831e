// tables/: answers as tables, for every export, and the formats in which tables are written. Only types are imported from
// the contracts: a page that exports an answer must not load their schemas.

/** A table of texts. An answer may have several tables. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One fact of an answer with its name, as in a list of fields. */
export interface LabelledValue {
  readonly label: string;
  /** Null if it was not measured. */
  readonly value: string | null;
  /** True for names, addresses, hashes and times, which pages show in a monospaced font. */
  readonly mono: boolean;
  /** A sentence about the value: its source, or why it is missing. */
  readonly note?: string;
}

/** A list of facts as a table. */
export function factTable(title: string, facts: readonly LabelledValue[], missing: string): Table {
  return { title, columns: ['Field', 'Value'], rows: facts.map(({ label, value }) => [label, value ?? missing]) };
}
