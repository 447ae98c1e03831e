import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OptionsFold } from './options-fold.tsx';

interface Options {
  readonly selectors: string;
  readonly sender: string;
  readonly method: string;
  readonly paths: boolean;
}

const initial: Options = { selectors: '', sender: '', method: 'icmp', paths: false };
const changed = vi.fn<(options: Options) => void>();

/** Its handlers build on the options of the last render, as those of the tools do. */
function Form() {
  const [options, setOptions] = useState(initial);
  const change = (part: Partial<Options>) => {
    changed({ ...options, ...part });
    setOptions({ ...options, ...part });
  };
  return (
    <OptionsFold isUsed={options !== initial}>
      {(['selectors', 'sender'] as const).map((name) => (
        <label key={name}>
          {name}
          <input type="text" value={options[name]} onChange={({ target }) => change({ [name]: target.value })} />
        </label>
      ))}
      <label>
        method
        <select value={options.method} onChange={({ target }) => change({ method: target.value })}>
          <option>tcp</option>
          <option>icmp</option>
          <option>udp</option>
        </select>
      </label>
      <label>
        paths
        <input type="checkbox" checked={options.paths} onChange={({ target }) => change({ paths: target.checked })} />
      </label>
      <output>{JSON.stringify(options)}</output>
    </OptionsFold>
  );
}

const page = (
  <Suspense>
    <Form />
  </Suspense>
);
let root: Root | undefined;

beforeEach(() => {
  history.replaceState(null, '', '/');
  document.body.innerHTML = `<div id="root">${renderToString(page)}</div>`;
});
afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  cleanup();
  changed.mockReset();
});

const hydrate = () =>
  act(async () => {
    root = hydrateRoot(document.getElementById('root') as HTMLElement, page);
  });
const field = <Kind extends HTMLElement>(label: string) => screen.getByLabelText<Kind>(label);
const state = () => JSON.parse(document.querySelector('output')?.textContent ?? '') as Options;

/** What a visitor does to the prerendered page. */
function changeEverything() {
  field<HTMLInputElement>('selectors').value = 's1, s2';
  field<HTMLInputElement>('sender').value = 'news@example.com';
  field<HTMLSelectElement>('method').value = 'udp';
  field<HTMLInputElement>('paths').checked = true;
}

it('tells the state of texts, choices and check marks from before hydration, and leaves them in the fields', async () => {
  changeEverything();
  await hydrate();
  expect(state()).toEqual({ selectors: 's1, s2', sender: 'news@example.com', method: 'udp', paths: true });
  expect(field<HTMLInputElement>('selectors').value).toBe('s1, s2');
  expect(field<HTMLInputElement>('sender').value).toBe('news@example.com');
  expect(field<HTMLSelectElement>('method').value).toBe('udp');
  expect(field<HTMLInputElement>('paths').checked).toBe(true);
  expect(screen.getByRole<HTMLDetailsElement>('group').open).toBe(true);
});

it('hears of later changes as usual, also of those that undo an early one', async () => {
  changeEverything();
  await hydrate();
  fireEvent.change(field('selectors'), { target: { value: '' } });
  fireEvent.click(field('paths'));
  expect(state()).toEqual({ selectors: '', sender: 'news@example.com', method: 'udp', paths: false });
});

it('calls no handler for what nobody changed, whether the page is hydrated or rendered', async () => {
  await hydrate();
  expect(changed).not.toHaveBeenCalled();
  await act(async () => root?.unmount());
  await act(async () => void render(page));
  expect(field<HTMLSelectElement>('method').value).toBe('icmp');
  expect(changed).not.toHaveBeenCalled();
});

it('leaves the options to the address if it has a query', async () => {
  changeEverything();
  history.replaceState(null, '', '/?domain=example.com');
  await hydrate();
  expect(changed).not.toHaveBeenCalled();
});
