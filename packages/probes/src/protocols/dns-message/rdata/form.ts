import type { MessageReader } from '../reader.ts';

/** How a type's RDATA is written: one title per field, in zone-file order. */
export interface RdataForm {
  readonly titles: readonly string[];
  /**
   * Reads the fields, as many as there are titles; absent fields are empty and come last. Null if the RDATA is of an
   * unsupported version or variant; it is then shown in the generic form of RFC 3597.
   */
  readonly decode: (rdata: MessageReader) => readonly string[] | null;
}

/** Reads one field and advances the reader. */
export type FieldReader = (rdata: MessageReader) => string;

/** A form whose fields are consecutive and independent. */
export function columns(...fields: readonly (readonly [title: string, read: FieldReader])[]): RdataForm {
  const readers = fields.map(([, read]) => read);
  return {
    titles: fields.map(([title]) => title),
    decode: (rdata) => readers.map((read) => read(rdata)),
  };
}
