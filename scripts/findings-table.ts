// Generates the table of findings in docs/findings.md from their explanations: `npm run findings`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explanations } from '../packages/contract/src/answers/explanations.ts';
import type { Explanation } from '../packages/contract/src/finding/explanation.ts';

const document = new URL('../docs/findings.md', import.meta.url);
const REGION = /(<!-- findings: [^>]*-->\n)[\s\S]*?(<!-- end of findings -->)/;

/** Returns the document with its table regenerated from the explanations. */
export function withFindings(text: string): string {
  const all: Readonly<Record<string, Explanation>> = explanations;
  const rows = Object.entries(all).map(([code, one]) => `${rowOf(code, one)}\n`);
  const table = `\n| Code | State | Title | Where to fix it | Source |\n|---|---|---|---|---|\n${rows.join('')}\n`;
  return text.replace(REGION, (_, begin: string, end: string) => `${begin}${table}${end}`);
}

function rowOf(code: string, { states, title, remedies, source }: Explanation): string {
  const places = typeof remedies === 'string' ? '' : Object.keys(remedies).join(', ');
  return `| \`${code}\` | ${states.join(', ')} | ${title} | ${places} | [${source.name}](${source.url}) |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(document, withFindings(readFileSync(document, 'utf8')));
}
