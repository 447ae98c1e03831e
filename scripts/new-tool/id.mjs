import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { root } from '../ready/run-command.mjs';
import { Sentence } from '../ready/sentence.mjs';

const USAGE = 'Usage: npm run new-tool -- ID, where ID is one word of 2 to 20 lower-case letters and digits, like dns.';
const SOURCES = `${root}/packages/contract/src`;

/** The one argument, when it can be the name of a new tool in every package, folder and command. */
export function checkId([id, ...more]) {
  if (id === undefined || more.length > 0 || !/^[a-z][a-z0-9]{1,19}$/.test(id)) throw new Sentence(USAGE);
  if (existsSync(`${SOURCES}/tools/${id}.ts`)) throw new Sentence(`The tool ${id} is there already.`);
  if (isKeyword(id)) throw new Sentence(`${id} is a word of the language and cannot be a name; take another.`);
  if (exportedNames().has(id)) throw new Sentence(`The contract exports something else as ${id}; take another word.`);
  return id;
}

/** The tool is a constant of this name, in a module. */
function isKeyword(id) {
  if (['await', 'let', 'static', 'yield'].includes(id)) return true;
  try {
    new Function(`'use strict'; const ${id} = 0;`);
    return false;
  } catch {
    return true;
  }
}

function exportedNames() {
  const files = readdirSync(SOURCES).filter((name) => name.endsWith('.ts'));
  const texts = ['tools/index.ts', ...files].map((name) => readFileSync(`${SOURCES}/${name}`, 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)),
  );
}
