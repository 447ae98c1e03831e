import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Regenerates the list of certificate logs: `node scripts/ct-logs.mjs log_list.json [known-logs.ts]`, from the file
 * that Google publishes at https://www.gstatic.com/ct/log_list/v3/log_list.json.
 */
const [
  source,
  target = fileURLToPath(new URL('../packages/probes/src/tools/ssl/transparency/known-logs.ts', import.meta.url)),
] = process.argv.slice(2);

if (source === undefined) {
  console.error('Usage: node scripts/ct-logs.mjs log_list.json [known-logs.ts]');
  process.exit(2);
}

const { version, log_list_timestamp: date, operators } = JSON.parse(readFileSync(source, 'utf8'));
if (!/^[\d.]+$/.test(version) || !/^[\d:TZ-]+$/.test(date) || !Array.isArray(operators))
  throw new TypeError('This is no list of version 3.');

const lines = operators.flatMap(({ name, logs = [], tiled_logs: tiled = [] }) => {
  const entries = [...logs.flatMap((log) => line('rfc6962', log)), ...tiled.flatMap((log) => line('static ', log))];
  return entries.length > 0 ? [plain(name), ...entries] : [];
});

// What precedes the table is kept.
const before = readFileSync(
  fileURLToPath(new URL('../packages/probes/src/tools/ssl/transparency/known-logs.ts', import.meta.url)),
  'utf8',
).split('export const')[0];
writeFileSync(
  target,
  `${before}export const knownLogs = {
  source: 'Chrome’s list of logs, version ${version}',
  date: '${date}',
  table: \`
${lines.join('\n')}
\`,
} as const;
`,
);
console.log(`${lines.filter((one) => one.startsWith(' ')).length} logs of ${date} in ${target}.`);

/** No line for a log that Chrome does not accept yet, or never did (make_ct_known_logs_list.py). */
function line(kind, { description, log_id: id, key, state }) {
  const [word] = Object.keys(state ?? { pending: null });
  if (word === 'pending' || word === 'rejected') return [];
  const hash = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64');
  if (hash !== id) throw new TypeError(`The key of ${description} is not the one that its number is made of.`);
  return [`  ${kind} ${word === 'retired' ? plain(state.retired.timestamp) : '-'} ${plain(key)} ${plain(description)}`];
}

/** Checks text that becomes part of a source file. */
function plain(text) {
  if (/[\n`$\\]/.test(text)) throw new TypeError(`Not a plain text: ${text}`);
  return text;
}
