// In this folder: the command that makes a report, and its formats.
import { formats } from '../print/format-names.ts';

/** Those of a lookup, and a page that needs no server. */
export const reportFormats = [...formats, 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];
