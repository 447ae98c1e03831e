/** How a lookup can be printed. A list of its own: who asks for the help of a command does not need what prints. */
export const formats = ['table', 'json', 'ndjson', 'csv', 'markdown', 'junit', 'sarif'] as const;
export type Format = (typeof formats)[number];
