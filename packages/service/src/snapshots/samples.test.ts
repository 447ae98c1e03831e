import { readdirSync, readFileSync } from 'node:fs';
import { readerOf, type ToolId, tools } from '@sonde/contract';
import { answerFacts } from '@sonde/contract/answers/answer-facts';
import { answerTables } from '@sonde/contract/answers/answer-tables';
import { changesInWords } from '@sonde/contract/answers/change-words';
import { SNAPSHOT_SCHEMA, Snapshot } from '@sonde/contract/snapshots/snapshot';
import { describe, expect, it } from 'vitest';
import { checkSignature } from './signature.ts';

/** Snapshots as written by released versions. They are never changed: a new schema gets its own folder. */
const samples = new URL('../../../contract/src/snapshots/samples/', import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, samples), 'utf8'));
const filesOf = (folder: string) => readdirSync(new URL(`${folder}/`, samples)).filter((name) => name !== 'keys.json');

it('there are samples of every schema', () => {
  const schemas = Array.from({ length: SNAPSHOT_SCHEMA }, (_, index) => `schema-${index + 1}`);
  expect(readdirSync(samples).toSorted()).toEqual(schemas);
});

// `scripts/registry.test.ts` names a tool without a sample.
it('there are samples of single results and of several in the latest schema', () => {
  const names = filesOf(`schema-${SNAPSHOT_SCHEMA}`);
  expect(names.length).toBeGreaterThan(1);
  expect(names).toContain('several.json');
});

describe.each(readdirSync(samples))('a snapshot of %s', (folder) => {
  const { keys } = read(`${folder}/keys.json`);

  it.each(filesOf(folder))('%s still has a valid signature, and can still be read', (name) => {
    const raw = read(`${folder}/${name}`);
    expect(`schema-${raw.schema}`).toBe(folder);
    expect(checkSignature(raw, keys)).toBe('valid');
    for (const { tool, outcome } of Snapshot.parse(raw).parts) {
      if (outcome._data === null) continue;
      const id = tool as ToolId;
      const answer = readerOf(tools[id].answer).parse(outcome._data);
      expect(answerTables(id, answer).length).toBeGreaterThan(0);
      expect(answerFacts(id, answer).size).toBeGreaterThan(0);
      expect(changesInWords(id, answer, answer).changes).toEqual([]);
    }
  });
});
