import { flushSync } from 'react-dom';

type Control = HTMLInputElement | HTMLSelectElement;

const isSelect = (control: Control): control is HTMLSelectElement => control.localName === 'select';

/**
 * Records which options the visitor changed on the prerendered page. Hydration leaves them in the page without telling
 * the state, and a later render would reset them.
 * @returns replays the changes; to be called after hydration.
 */
export function earlyChoices(page: ParentNode): () => void {
  const changed = [...page.querySelectorAll<Control>('.options > label > :is(input, select)')].filter(isChanged);
  const replays = changed.map((control) => {
    const { value } = control;
    const isChecked = !isSelect(control) && control.checked;
    return () => {
      control.value = value;
      if (!isSelect(control)) control.checked = isChecked;
      control.dispatchEvent(
        new Event(isSelect(control) || control.type === 'checkbox' ? 'change' : 'input', { bubbles: true }),
      );
    };
  });
  // One render each, because a handler may build on the options of the last render.
  return () => {
    for (const replay of replays) flushSync(replay);
  };
}

function isChanged(control: Control): boolean {
  if (isSelect(control))
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return control.type === 'checkbox'
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}
