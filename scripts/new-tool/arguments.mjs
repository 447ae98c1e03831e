import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { Sentence } from '../ready/sentence.mjs';
import { checkFree, isId } from './id.mjs';
import { kindChoices } from './kinds.mjs';

const WORDS = Object.keys(kindChoices).join(', ');
const USAGE =
  'Usage: npm run new-tool -- ID [--kind KIND] [--local], where ID is one word of 2 to 20 lower-case letters and digits, ' +
  `like dns, and KIND is what the tool takes: ${WORDS}. --local is for a tool that contacts nobody.`;
const DEFAULT_KIND = 'domain';

/**
 * The tool described by the command line. Its kind is asked for on a terminal if it is not given.
 * @throws Sentence with the usage, or for an id that is taken.
 */
export async function readArguments(args) {
  const { positionals, values } = parse(args);
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0 || !isId(id)) throw new Sentence(USAGE);
  checkFree(id);
  const kind = values.kind ?? (await askForKind());
  if (!Object.hasOwn(kindChoices, kind)) throw new Sentence(USAGE);
  const choice = kindChoices[kind];
  return { id, ...choice, isLocal: values.local === true || choice.isLocal === true };
}

function parse(args) {
  try {
    const options = { kind: { type: 'string' }, local: { type: 'boolean' } };
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new Sentence(USAGE);
  }
}

async function askForKind() {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return DEFAULT_KIND;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`What does it take? (${WORDS}; Enter for ${DEFAULT_KIND}) `);
    return answer.trim() || DEFAULT_KIND;
  } finally {
    terminal.close();
  }
}
