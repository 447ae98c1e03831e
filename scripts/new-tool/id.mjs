import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { root } from '../ready/run-command.mjs';
import { Sentence } from '../ready/sentence.mjs';

const SOURCES = `${root}/packages/contract/src`;

/** True for an id that is valid as a name of packages, folders and commands. */
export function isId(text) {
  return /^[a-z][a-z0-9]{1,19}$/.test(text);
}

/** @throws Sentence for an id that is taken, or is not a valid name of a constant. */
export function checkFree(id) {
  if (existsSync(`${SOURCES}/tools/${id}/contract.ts`)) throw new Sentence(`The tool ${id} is there already.`);
  if (isKeyword(id)) throw new Sentence(`${id} is a word of the language and cannot be a name; take another.`);
  if (exportedNames().has(id)) throw new Sentence(`The contract exports something else as ${id}; take another word.`);
}

/** The tool becomes a constant of this name in a module. */
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
