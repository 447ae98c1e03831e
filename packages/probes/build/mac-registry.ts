import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compressedRegistry } from '../src/tools/mac/refresh.ts';
import { type Assignment, registryText } from '../src/tools/mac/registry-text.ts';

/*
 * Makes `dist/mac-registry.txt.br`, the assignments of the IEEE in the order of their prefixes. The packages'
 * JSON costs three times the memory, and has one owner for each prefix only.
 */

/** When this version of oui-data was published: it names no date itself. */
const PUBLISHED: Readonly<Record<string, string>> = { '2.1.9': '2026-08-26' };

const require = createRequire(import.meta.url);
const json = require.resolve('oui-data');
const { version } = JSON.parse(readFileSync(json.replace(/index\.json$/, 'package.json'), 'utf8')) as {
  version: string;
};
const date = PUBLISHED[version];
if (date === undefined) throw new Error(`Add the date on which oui-data ${version} was published.`);

const text = registryText(date, [...fromPackage(), ...fromSupplement()]);
const target = fileURLToPath(new URL('../dist/', import.meta.url));
mkdirSync(target, { recursive: true });
writeFileSync(`${target}mac-registry.txt.br`, await compressedRegistry(text));

/** Keys of 6, 7 and 9 hex digits; name, address and country on lines of their own. */
function* fromPackage(): Generator<Assignment> {
  const entries = Object.entries(JSON.parse(readFileSync(json, 'utf8')) as Record<string, string>);
  for (const [prefix, value] of entries) {
    const [owner = '', ...address] = value.split('\n');
    const registry = ({ 6: 'MA-L', 7: 'MA-M' } as const)[prefix.length] ?? 'MA-S';
    const last = address.at(-1) ?? '';
    // Entries without a country end with a street or a town, which have digits or stand alone.
    const country = address.length > 1 && !/\d/.test(last) ? last : '';
    yield { registry, prefix, owner, address: address.join(', '), country };
  }
}

function* fromSupplement(): Generator<Assignment> {
  const lines = readFileSync(new URL('ieee-supplement.tsv', import.meta.url), 'utf8').split('\n');
  for (const line of lines) {
    const [registry, prefix, owner, address = ''] = line.split('\t');
    if (prefix === undefined || owner === undefined) continue;
    yield { registry: registry as Assignment['registry'], prefix, owner, address, country: '' };
  }
}
