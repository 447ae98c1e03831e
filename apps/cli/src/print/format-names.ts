/** The output formats of a lookup. In a separate file, since the help does not need the code that prints. */
export const formats = ['table', 'json', 'ndjson', 'csv', 'csv-findings', 'markdown', 'junit', 'sarif'] as const;
export type OutputFormat = (typeof formats)[number];
