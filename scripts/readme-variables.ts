// Generates the tables of environment variables in the README from their declarations, and adds new tools to its lists:
// `npm run readme`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serverVariables } from '../apps/api/src/environment.ts';
import { engineVariables } from '../packages/probes/src/settings/engine-variables.ts';
import type { Variable, VariableTable } from '../packages/probes/src/settings/variables.ts';
import { withTools } from './readme-tools.ts';

const readme = new URL('../README.md', import.meta.url);
const REGION = /(<!-- variables: [^>]*-->\n)[\s\S]*?(<!-- end of variables -->)/;

/** Returns the README with its tables regenerated from the declarations. */
export function withVariables(text: string): string {
  const tables = `
Read by the server and by the command line:

${tableOf(engineVariables)}
Read by the server alone:

${tableOf(serverVariables)}
`;
  return text.replace(REGION, (_, begin: string, end: string) => `${begin}${tables}${end}`);
}

function tableOf(table: VariableTable): string {
  const rows = Object.entries(table).map(
    ([name, variable]) =>
      `| \`${name}\` | ${defaultOf(variable)} | ${variable.meaning}${fileOf(name, variable)} | ${variable.example === null ? '' : code(variable.example)} |\n`,
  );
  return `| Variable | Default | Meaning | Example |\n|---|---|---|---|\n${rows.join('')}`;
}

const fileOf = (name: string, { isSecret }: Variable) =>
  isSecret ? `; or \`${name}_FILE\`, the path of a file with it` : '';
const defaultOf = (variable: Variable) => ('default' in variable ? code(variable.default) : variable.whenUnset);
const code = (text: string) => `\`${text}\``;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(readme, withTools(withVariables(readFileSync(readme, 'utf8'))));
}
