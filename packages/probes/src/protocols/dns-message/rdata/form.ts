import type { Reader } from '../reader.ts';

/** How a type's RDATA is written: one title per field, in zone-file order. */
export interface RdataForm {
  readonly titles: readonly string[];
  /**
   * Reads the fields, as many as there are titles; a field that is absent is empty and stands last. Null when the RDATA
   * is of a version or variant that has no form of its own; it is then shown as RFC 3597 shows unknown types.
   */
  readonly decode: (rdata: Reader) => readonly string[] | null;
}

/** Reads one field and moves on. */
export type FieldReader = (rdata: Reader) => string;

/** A form whose fields follow each other and do not depend on each other. */
export function columns(...fields: readonly (readonly [title: string, read: FieldReader])[]): RdataForm {
  return {
    titles: fields.map(([title]) => title),
    decode: (rdata) => fields.map(([, read]) => read(rdata)),
  };
}
