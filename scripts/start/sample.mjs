import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { makeReady } from '../ready/ready.mjs';
import { root } from '../ready/run-command.mjs';
import { Sentence, tellFailure } from '../ready/sentence.mjs';

const SAMPLES = 'packages/contract/src/snapshots/samples';
const ANSWER_MS = 60_000;

await tellFailure(async () => {
  const [id, ...more] = process.argv.slice(2);
  if (id === undefined || more.length > 0) throw new Sentence('Usage: npm run sample -- ID, with the id of a tool.');
  await makeReady();
  // Imported after the installation.
  const { register } = await import('tsx/esm/api');
  register();
  const { tools } = await import('../../packages/contract/src/tools/index.ts');
  if (!Object.hasOwn(tools, id)) throw new Sentence(`There is no tool ${id}.`);
  const folder = `${root}/${SAMPLES}/${latestSchema()}`;
  if (existsSync(`${folder}/${id}.json`)) {
    throw new Sentence(
      `${SAMPLES} has a sample of ${id}. Samples are never changed; remove it only if it was never released.`,
    );
  }
  const { portsHint, startDemo, targetFor } = await import('../../demo/src/index.ts');
  const demo = await startDemo({ port: 0 });
  try {
    const key = callOf(tools[id], targetFor(demo, id).target);
    const sample = await keep(demo.url, key);
    const { keys } = await json(`${demo.url}/.well-known/sonde-keys.json`);
    addKeys(`${folder}/keys.json`, keys, sample.signature.keyId);
    write(`${folder}/${id}.json`, sample);
  } catch (error) {
    throw new Sentence(`The sample cannot be made: ${error.message}${portsHint(demo)}`);
  } finally {
    await demo.stop();
  }
  console.log(`${SAMPLES}/${latestSchema()}/${id}.json`);
});

/** `schema-10` comes after `schema-9`. */
function latestSchema() {
  const schemas = readdirSync(`${root}/${SAMPLES}`);
  return schemas.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}

function callOf({ path, target }, text) {
  return `${path}?${new URLSearchParams({ [target]: text })}`;
}

/** Measures, keeps the result, and downloads it. */
async function keep(url, key) {
  const body = await textOf(`${url}${key}`);
  const { success, message } = JSON.parse(body);
  if (!success) throw new Error(`${key} has no answer: ${message}`);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const made = await json(`${url}/api/v2/snapshots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, sha256 }),
  });
  if (!made.success) throw new Error(`it cannot be kept: ${made.message}`);
  return json(`${url}${made._data.path}.json`);
}

async function textOf(url, options = {}) {
  return (await fetch(url, { ...options, signal: AbortSignal.timeout(ANSWER_MS) })).text();
}

async function json(url, options) {
  return JSON.parse(await textOf(url, options));
}

/** Every demo has a key of its own. */
function addKeys(path, keys, keyId) {
  const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).keys : [];
  const added = keys.filter(({ kid }) => kid === keyId && !known.some((one) => one.kid === kid));
  write(path, { keys: [...known, ...added] });
}

function write(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
