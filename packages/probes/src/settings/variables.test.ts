import { describe, expect, it } from 'vitest';
import { engineVariables } from './engine-variables.ts';
import { list, matching } from './format.ts';
import { unknownVariables } from './unknown-variables.ts';
import { readVariables, type VariableTable } from './variables.ts';

const described = { meaning: 'a test', example: null, contacts: false };

const table = {
  SONDE_COLOUR: { ...described, format: matching('red or blue', /^(?:red|blue)$/), default: 'red' },
  SONDE_NAMES: {
    ...described,
    format: list('names', (text) => (/^\w+$/.test(text) ? text : undefined)),
    whenUnset: '-',
  },
  SONDE_MARK: { ...described, format: matching('a mark', /^x?$/), default: 'x', mayBeEmpty: true },
} satisfies VariableTable;

describe('readVariables', () => {
  it('reads defaults where nothing is set, and null where there is no default', () => {
    const unset = { SONDE_COLOUR: 'red', SONDE_NAMES: null, SONDE_MARK: 'x' };
    expect(readVariables(table, {})).toEqual({ settings: unset, problems: [] });
    expect(readVariables(table, { SONDE_COLOUR: ' ', SONDE_NAMES: '' }).settings).toEqual(unset);
  });

  it('trims, and accepts an empty text only where it has a meaning', () => {
    expect(readVariables(table, { SONDE_COLOUR: ' blue\n', SONDE_NAMES: 'a, b', SONDE_MARK: '' }).settings).toEqual({
      SONDE_COLOUR: 'blue',
      SONDE_NAMES: ['a', 'b'],
      SONDE_MARK: '',
    });
  });

  it('reports every problem, in one sentence per variable', () => {
    expect(readVariables(table, { SONDE_COLOUR: 'green', SONDE_NAMES: 'a,,c d' })).toEqual({
      settings: null,
      problems: ['SONDE_COLOUR must be red or blue.', 'SONDE_NAMES must be names, comma separated, not "" or "c d".'],
    });
  });
});

describe('unknownVariables', () => {
  const known = ['SONDE_SMTP_URL', 'SONDE_SECRET', 'SONDE_HOSTS'];
  const unknown = (name: string) => unknownVariables({ [name]: 'x', SONDE_HOSTS: 'a', HOME: '/root' }, known);

  it.each([
    ['SONDE_SMPT_URL', 'SONDE_SMTP_URL'],
    ['SONDE_HOST', 'SONDE_HOSTS'],
    ['SONDE_SECRETS', 'SONDE_SECRET'],
    ['SONDE_SOMETHING', null],
  ])('%s: %s', (name, suggestion) => {
    expect(unknown(name)).toEqual([{ name, suggestion }]);
  });

  it('exclude those of other programs and empty ones', () => {
    expect(unknownVariables({ HOME: '/root', SONDE_HOST: '' }, known)).toEqual([]);
  });
});

describe('the variables of the engines', () => {
  // Its format reads the file.
  const { SONDE_CA_FILE: _, ...others } = engineVariables;

  it.each(Object.entries(others))('%s accepts its own example', (name, { example }) => {
    expect(readVariables(engineVariables, { [name]: example }).problems).toEqual([]);
  });
});
