import type { LabelledValue } from '../table/table.ts';

/** A fact that a reader looks for first; without a value it is not shown. */
export type HeadFact = LabelledValue;

export const headFact = (label: string, value: string | null): HeadFact => ({ label, value, mono: false });
