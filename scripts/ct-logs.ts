import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readLogListFile } from '../packages/probes/src/tools/ssl/transparency/log-list-file.ts';

/**
 * Regenerates the list of certificate logs: `npx tsx scripts/ct-logs.ts log_list.json`, from the file that Google
 * publishes at https://www.gstatic.com/ct/log_list/v3/log_list.json.
 */
const target = new URL('../packages/probes/src/tools/ssl/transparency/known-logs.ts', import.meta.url);

/**
 * The source file with another list; what precedes the table is kept.
 * @throws UpdateRefused for a file that is no such list
 */
export function withLogs(before: string, file: Buffer): string {
  const { source, date, table } = readLogListFile(file);
  // They would end the text, or be read as something else in it.
  if (/[`$\\]/.test(source + date + table)) throw new TypeError('The list has a name that is no plain text.');
  return `${before.split('export const')[0]}export const knownLogs = {
  source: '${source}',
  date: '${date}',
  table: \`
${table}
\`,
} as const;
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [source] = process.argv.slice(2);
  if (source === undefined) {
    console.error('Usage: npx tsx scripts/ct-logs.ts log_list.json');
    process.exit(2);
  }
  const text = withLogs(readFileSync(target, 'utf8'), readFileSync(source));
  writeFileSync(target, text);
  console.log(`${text.match(/^ {2}(?:rfc6962|static) /gm)?.length ?? 0} logs in ${fileURLToPath(target)}.`);
}
