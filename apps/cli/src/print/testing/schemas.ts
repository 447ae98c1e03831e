import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'junit2json';

const junitSchema = fileURLToPath(new URL('junit.xsd', import.meta.url));

/** Validates JUnit XML and returns what a reader understands. @throws if it does not match the schema. */
export function validatedJunit(xml: string) {
  execFileSync('xmllint', ['--noout', '--nonet', '--schema', junitSchema, '-'], { input: xml, stdio: 'pipe' });
  return parse(xml);
}

const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
// Written in draft 4 of JSON Schema; only the names of these two have changed since in what it uses.
const { id: $id, $schema: _, ...rest } = schema;
const isValid = ajv.compile({ $id, ...rest });

/** The violations of the OASIS schema in a log. */
export function sarifErrors(log: unknown): readonly string[] {
  isValid(log);
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}
