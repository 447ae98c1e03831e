import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let end = () => {};
beforeEach(() => {
  document.body.innerHTML = `
    <main id="main" tabindex="-1">
      <form role="search"><input id="field" /><div><button type="button" id="clear">Clear</button></div></form>
      <div class="answer-area"><section aria-label="Summary"><p><button type="button" id="again">Try again</button></p></section></div>
    </main>
    <aside><button type="button" id="hide">Hide</button></aside>`;
  end = keepFocus();
});
afterEach(() => {
  end();
  vi.restoreAllMocks();
});

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const changed = () => new Promise((resolve) => setTimeout(resolve));
const area = () => document.querySelector('section');
const button = (text: string) => Object.assign(document.createElement('button'), { textContent: text });

it('leads to the control of the same name that replaces the pressed one', async () => {
  byId('again').focus();
  const next = button('Try again');
  byId('again').replaceWith(next);
  await changed();
  expect(document.activeElement).toBe(next);
});

it('leads to the area around it, and from there to the control when it comes back', async () => {
  byId('again').focus();
  byId('again').remove();
  await changed();
  expect(document.activeElement).toBe(area());
  const back = button('Try again');
  area()?.append(button('Cancel'), back);
  await changed();
  expect(document.activeElement).toBe(back);
});

it('leads to the next area if the whole area is removed as well, and to the field of the page if none is left', async () => {
  byId('again').focus();
  byId('again').remove();
  await changed();
  area()?.remove();
  await changed();
  expect(document.activeElement).toBe(document.querySelector('.answer-area'));
  document.querySelector('.answer-area')?.remove();
  await changed();
  expect(document.activeElement).toBe(byId('field'));
});

it('does not open the keyboard of a touch device', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ media, matches: false }) as MediaQueryList);
  byId('clear').focus();
  byId('clear').remove();
  await changed();
  expect(document.activeElement).toBe(document.querySelector('form'));
});

it('keeps the place of a control that is disabled while it works', async () => {
  byId('again').focus();
  byId('again').setAttribute('disabled', '');
  await changed();
  expect(document.activeElement).toBe(area());
  byId('again').removeAttribute('disabled');
  await changed();
  expect(document.activeElement).toBe(byId('again'));
});

it('leads to the content from what stands beside it', async () => {
  byId('field').remove();
  byId('hide').focus();
  document.querySelector('aside')?.remove();
  await changed();
  expect(document.activeElement).toBe(byId('main'));
});

it('leaves the focus alone where the visitor has put it', async () => {
  byId('again').focus();
  byId('field').focus();
  byId('again').remove();
  await changed();
  expect(document.activeElement).toBe(byId('field'));
  byId('clear').focus();
  byId('clear').blur();
  await changed();
  byId('clear').remove();
  await changed();
  expect(document.activeElement).toBe(document.body);
});

describe('a press before this code was loaded', () => {
  const branchOf = (element: Element | null): Element[] =>
    element === null ? [] : [element, ...branchOf(element.parentElement)];
  beforeEach(() => end());

  it('leads on from its control, which it has removed', () => {
    const icon = document.createElement('svg');
    byId('clear').append(icon);
    byId('clear').focus();
    const branch = branchOf(icon);
    byId('clear').parentElement?.remove();
    expect(document.activeElement).toBe(document.body);
    end = keepFocus(branch);
    expect(document.activeElement).toBe(byId('field'));
  });

  it('leaves the focus where it is', () => {
    const branch = branchOf(byId('clear'));
    byId('field').focus();
    byId('clear').remove();
    end = keepFocus(branch);
    expect(document.activeElement).toBe(byId('field'));
  });

  it('is forgotten if it gave no control the focus', async () => {
    end = keepFocus(branchOf(byId('clear')));
    byId('clear').remove();
    await changed();
    expect(document.activeElement).toBe(document.body);
  });
});
