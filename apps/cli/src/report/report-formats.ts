// report/: the command that makes a report, and its formats.
import { formats } from '../print/format-names.ts';

/** The formats of a lookup, and a self-contained HTML page. */
export const reportFormats = [...formats, 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];
