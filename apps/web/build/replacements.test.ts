import { expect, it } from 'vitest';
import { expectReplacements } from './replacements.ts';

it('passes once every replacement has changed something', () => {
  const replacements = expectReplacements('plugin', ['names', 'sizes']);
  expect(replacements.made('names', 'name: "a", size: 1', 'size: 1')).toBe('size: 1');
  replacements.made('sizes', 'size: 1', '');
  replacements.made('sizes', 'no size', 'no size');
  expect(() => replacements.check()).not.toThrow();
});

it('fails the build, naming what was replaced nowhere', () => {
  const replacements = expectReplacements('plugin', ['names', 'sizes', 'keys']);
  replacements.made('names', 'name: "a"', '');
  replacements.made('sizes', 'size = 1', 'size = 1');
  expect(() => replacements.check()).toThrow('plugin replaced nothing for «sizes», «keys»');
});

it('knows only the replacements that the plugin lists', () => {
  expect(() => expectReplacements('plugin', []).made('names', 'a', 'b')).toThrow('does not list');
});
